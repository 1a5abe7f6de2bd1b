// The Boost.Math distributions of this room, with a policy under which edge values give NaN or infinity instead of
// throwing.
#pragma once

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace hotlap::stats {

namespace boost_policies = boost::math::policies;

/// Errors set errno and return the limit value or NaN; core::Value turns those into absent.
using Quiet = boost_policies::policy<boost_policies::domain_error<boost_policies::errno_on_error>,
                                     boost_policies::pole_error<boost_policies::errno_on_error>,
                                     boost_policies::overflow_error<boost_policies::errno_on_error>,
                                     boost_policies::evaluation_error<boost_policies::errno_on_error>,
                                     boost_policies::promote_double<false>>;

using Normal = boost::math::normal_distribution<double, Quiet>;
using StudentsT = boost::math::students_t_distribution<double, Quiet>;
using NoncentralT = boost::math::non_central_t_distribution<double, Quiet>;
using Binomial = boost::math::binomial_distribution<double, Quiet>;

}  // namespace hotlap::stats
