// Forbids core dumps of the program that this is linked into, before any other code of it and of its libraries runs.
//
// Nothing is declared here, as nobody has to call it.
