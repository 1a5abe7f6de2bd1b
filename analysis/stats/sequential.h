// Group-sequential tests: looking at the data several times while it is gathered, at one error rate over all looks.
#pragma once

#include <span>
#include <vector>

namespace hotlap::stats {

/// One planned look. `information` grows with the data (number of rounds) in any unit; `fraction` (0, 1] is how much of
/// the planned information that was, as known at the look: what may be spent by then follows from it.
struct Look {
  double information = 0;
  double fraction = 0;
  auto operator<=>(const Look&) const = default;
};

/// The error that a two-sided test at alpha may have spent at this fraction, of the O'Brien-Fleming type: next to
/// nothing early, alpha at 1. Each side spends its alpha / 2 by the function of Lan and DeMets (Biometrika 70, 1983),
/// so both together 4 - 4 Phi(z(1 - alpha / 4) / sqrt(fraction)): the convention of the published bounds.
double spent(double alpha, double fraction);

/// The information of so many values (at least 1) for a t statistic. Those of two looks hang together less than sums of
/// known variance do, as the estimated deviation moves too, and each look adds more chances than the plain number of
/// values says: 5.3 % in all at looks after 9, 12 and 15 values and alpha 5 %. With 4.5 values less it is 4.75 to 5.02 %
/// for plans of 10 to 120 (two million simulations each; the test repeats some). Found by trying, not derived.
double t_information(double values);

/// For each look the two-sided p at or below which the test stops there, so that the chance to stop at any of them
/// without an effect is alpha. By recursive numerical integration of the density of the sum of what was seen, over the
/// paths that no earlier look stopped (Armitage, McPherson and Rowe, JRSS A 132, 1969; Jennison and Turnbull, Group
/// Sequential Methods, ch. 19). Exact for normal increments of known variance; for t statistics, which are compared
/// through their p, see t_information().
///
/// A fraction that does not grow spends nothing: that look cannot stop (0). The looks' information must grow.
std::vector<double> nominal_levels(std::span<const Look> looks, double alpha);

/// The last of `nominal_levels`: 1 - it is the level of the repeated confidence interval, which covers at all looks
/// together with 1 - alpha, whatever made the experiment stop (Jennison and Turnbull, ch. 9). alpha itself for a single
/// look at fraction 1.
///
/// Two one-sided tests of equivalence at alpha each take the level of 2 alpha: the interval of 1 - nominal_level(looks,
/// 2 alpha) lies within the margin with at most alpha at any look when the effect is not. Nothing of alpha is taken
/// back for stopping so (non-binding): going on in spite of it costs no error.
double nominal_level(std::span<const Look> looks, double alpha);

/// The smallest alpha whose nominal level at the last look reaches p: valid whatever made the experiment stop there,
/// and at most alpha exactly when p is at most the nominal level (to a relative 1e-3, from a table of 60 alphas). p
/// itself for a single look at fraction 1.
double repeated_p(std::span<const Look> looks, double p);

}  // namespace hotlap::stats
