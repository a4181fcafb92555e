# Compares the actual transcript (input) with the expected one (variable
# `expected`); prints the first difference and exits 1.
BEGIN {
    while ((getline line < expected) > 0)
        if (line ~ /^\$ / || n) want[++n] = line
    while (n && want[n] == "") n--
}
{ have[++m] = $0 }
function matches(w, h) {
    if (w ~ /^~ /) return h ~ ("^" substr(w, 3) "$")
    return w == h
}
END {
    i = j = 1
    while (i <= n) {
        if (want[i] == "...") {
            # Skip to the first line that matches what follows.
            i++
            if (i > n) { j = m + 1; break }
            while (j <= m && have[j] !~ /^\$ / && !matches(want[i], have[j])) j++
            continue
        }
        if (want[i] == "" ) { i++; continue }
        while (j <= m && have[j] == "") j++
        if (j > m) { print "missing: " want[i]; exit 1 }
        if (!matches(want[i], have[j])) { print "expected: " want[i]; print "     got: " have[j]; exit 1 }
        i++; j++
    }
    while (j <= m && have[j] == "") j++
    if (j <= m) { print "unexpected: " have[j]; exit 1 }
}
