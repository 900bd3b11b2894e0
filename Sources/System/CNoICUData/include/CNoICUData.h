// Leaves ICU's data out of the program: see CNoICUData.c.
#ifndef FAIRLEAD_CNOICUDATA_H
#define FAIRLEAD_CNOICUDATA_H
#endif
