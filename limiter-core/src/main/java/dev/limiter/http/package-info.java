/**
 * What the server said, and what follows from it: {@link dev.limiter.http.RetryAfter} reads the header,
 * {@link dev.limiter.http.ResponseClassifier} turns an answer into a {@link dev.limiter.http.Verdict}, and
 * {@link dev.limiter.http.RetryRules} decides about a repeat. Knows no HTTP client. Depends on nothing of ours but the
 * root and the contour package.
 */
@NullMarked
package dev.limiter.http;

import org.jspecify.annotations.NullMarked;
