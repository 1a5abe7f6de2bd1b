# The golden values of analysis/stats, by base R: Rscript golden.R >golden.json (scripts/figures/r-agreement compares).
options(digits = 17)
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
numbers <- function(x) paste0("[", paste(number(x), collapse = ", "), "]")
object <- function(...) {
  parts <- list(...)
  paste0("{", paste0('"', names(parts), '": ', unlist(parts), collapse = ", "), "}")
}
section <- function(name, rows) paste0('"', name, '": [\n    ', paste(unlist(rows), collapse = ",\n    "), "\n  ]")

# Samples by formula: no generator of random numbers that another version of R may have otherwise.
wave <- function(n, center, width, step) center + width * sin(step * seq_len(n)) + width * ((7 * seq_len(n)) %% 11 - 5) / 9
samples <- list(
  list(c(100, 103, 98, 101), c(105, 103, 108, 104)),
  list(c(1, 2), c(3, 5)),
  list(c(2, 2, 2, 2), c(3, 4, 5)),
  list(wave(30, 36000, 500, 1.3), wave(30, 36800, 700, 0.7)),
  list(wave(10, 5e-9, 1e-10, 2.1), wave(17, 5.1e-9, 3e-10, 0.9)),
  list(wave(200, 1e12, 3e9, 0.37), wave(150, 1.001e12, 2e9, 1.7)),
  list(wave(6, -40, 3, 1.1), wave(9, -42, 5, 0.3)),
  list(c(10, 10, 11, 11, 12, 12), c(10, 10, 11, 11, 12, 12)))
fieller <- function(old, new, level, df) {
  q <- qt(1 - (1 - level) / 2, df)
  a <- mean(old); b <- mean(new); va <- var(old) / length(old); vb <- var(new) / length(new)
  r <- b / a
  g <- q^2 * va / a^2
  if (g >= 1) return(c(NA, NA))
  half <- q / abs(a) * sqrt(vb + r^2 * va - g * vb)
  100 * ((c(r - half, r + half)) - 0) / (1 - g) - 100
}
welch_rows <- lapply(samples, function(s) {
  old <- s[[1]]; new <- s[[2]]
  test <- t.test(new, old)
  half <- sapply(c(0.95, 0.99, 0.999), function(level) diff(t.test(new, old, conf.level = level)$conf.int) / 2)
  object(old = numbers(old), new = numbers(new), t = number(test$statistic), df = number(test$parameter),
         p = number(test$p.value), improvement = number(100 * (mean(new) - mean(old)) / mean(old)),
         accuracy = numbers(100 * half / abs(mean(old))),
         fieller95 = numbers(fieller(old, new, 0.95, test$parameter)),
         fieller90 = numbers(fieller(old, new, 0.90, test$parameter)))
})
pairs <- list(samples[[1]], samples[[4]], list(samples[[5]][[1]], samples[[5]][[2]][1:10]))
paired_rows <- lapply(pairs, function(s) {
  x <- log(s[[2]] / s[[1]]) + 0.001
  test <- t.test(x)
  margin <- log(1.02)
  object(values = numbers(x), mean = number(mean(x)), sd = number(sd(x)), p = number(test$p.value),
         interval95 = numbers(test$conf.int), interval90 = numbers(t.test(x, conf.level = 0.9)$conf.int),
         margin = number(margin),
         tost = number(max(t.test(x, mu = -margin, alternative = "greater")$p.value,
                           t.test(x, mu = margin, alternative = "less")$p.value)))
})
one_rows <- lapply(samples, function(s) {
  x <- s[[1]]
  object(values = numbers(x), mean = number(mean(x)), var = number(var(x)), sd = number(sd(x)),
         median = number(median(x)), trimmed = number(mean(x, trim = 0.1)))
})
series_rows <- lapply(samples[c(4, 5, 6)], function(s) {
  x <- s[[1]] / mean(s[[1]])
  line <- summary(lm(x ~ seq_along(x)))$coefficients
  object(values = numbers(x), slope = number(line[2, 1]), p = number(line[2, 4]),
         lag1 = number(acf(x, plot = FALSE, lag.max = 1)$acf[2]))
})
median_rows <- lapply(list(samples[[4]][[1]], samples[[6]][[2]], samples[[5]][[1]]), function(x) {
  k <- qbinom(0.025, length(x), 0.5)
  if (pbinom(k - 1, length(x), 0.5) > 0.025) k <- k - 1
  object(values = numbers(x), interval95 = numbers(sort(x)[c(k, length(x) + 1 - k)]))
})
dfs <- c(1, 1.5, 2, 3.7, 10, 17.25, 58, 1000.5, 1e6)
t_rows <- c(
  lapply(dfs, function(df) object(df = number(df), p = numbers(c(0.6, 0.95, 0.975, 0.995, 0.9995, 1 - 1e-9)),
                                  quantile = numbers(qt(c(0.6, 0.95, 0.975, 0.995, 0.9995, 1 - 1e-9), df)),
                                  t = numbers(c(0, 0.3, 1.96, 4.5, 12, 60)),
                                  two_sided = numbers(2 * pt(-c(0, 0.3, 1.96, 4.5, 12, 60), df)))))
adjust_rows <- lapply(list(c(0.01, 0.04, 0.03), c(0.2), c(0.05, 0.05, 0.05, 1, 0), seq(0.001, 0.6, length.out = 40)^1.5),
  function(p) object(p = numbers(p), holm = numbers(p.adjust(p, "holm")), bh = numbers(p.adjust(p, "BH"))))
binomial_rows <- lapply(list(c(0, 20), c(1, 40), c(20, 20), c(7, 200), c(5012, 100000)), function(x)
  object(successes = x[1], trials = number(x[2]), interval95 = numbers(binom.test(x[1], x[2])$conf.int),
         limit = number(qbinom(0.99, x[2], 0.05))))
# Either side counts, as in stats.h: power of the two-sided noncentral t test.
power_of <- function(nc, df, alpha) {
  q <- qt(1 - alpha / 2, df)
  pt(q, df, nc, lower.tail = FALSE) + pt(-q, df, nc)
}
power_rows <- lapply(list(c(6, 0.05), c(15, 0.05), c(30, 0.01), c(60, 0.05)), function(x) {
  df <- x[1] - 1
  nc <- uniroot(function(nc) power_of(nc, df, x[2]) - 0.8, c(0.1, 30), tol = 1e-14)$root
  object(n = x[1], alpha = number(x[2]), noncentrality = number(nc))
})
# Exact without ties; else by the normal approximation.
rank_rows <- c(
  lapply(c(samples[1:2], samples[4:7], list(list(c(10, 11, 12), c(20, 21, 22)), list(c(1, 2, 3, 4, 5), c(0.5, 2.5, 6, 7)))),
    function(s) {
      exact <- !anyDuplicated(c(s[[1]], s[[2]])) && length(s[[1]]) < 50 && length(s[[2]]) < 50
      test <- wilcox.test(s[[2]], s[[1]], exact = exact)
      object(old = numbers(s[[1]]), new = numbers(s[[2]]), exact = ifelse(exact, "true", "false"),
             u = number(test$statistic), p = number(test$p.value))
    }),
  list(local({
    old <- round(samples[[4]][[1]], -2); new <- round(samples[[4]][[2]], -2)
    test <- wilcox.test(new, old, exact = FALSE)
    object(old = numbers(old), new = numbers(new), exact = "false", u = number(test$statistic), p = number(test$p.value))
  })))
cat("{\n  ", paste(c(
  section("moments", one_rows), section("student", t_rows), section("welch", welch_rows), section("paired", paired_rows),
  section("median", median_rows), section("series", series_rows), section("adjust", adjust_rows),
  section("binomial", binomial_rows), section("power", power_rows),
  section("ranks", rank_rows)), collapse = ",\n  "), "\n}\n", sep = "")
