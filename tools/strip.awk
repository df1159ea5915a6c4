# C text without comments and without what stands in strings and character constants; lines stay where they are.
# With -v place=1 each line begins with "file:line:".
FNR == 1 { comment = 0 }
{
    out = ""; n = length($0)
    for (i = 1; i <= n; i++) {
        c = substr($0, i, 1); d = substr($0, i, 2)
        if (comment) { if (d == "*/") { comment = 0; i++ } continue }
        if (quote != "") { if (c == "\\") i++; else if (c == quote) { quote = ""; out = out c } continue }
        if (d == "/*") { comment = 1; i++; continue }
        if (d == "//") break
        if (c == "\"" || c == "'") quote = c
        out = out c
    }
    quote = "" # neither goes over the end of a line here
    print (place ? FILENAME ":" FNR ":" : "") out
}
