/**
 * The most megabytes of the files that one form sends: of one file, and of several together. Forms with the photos of a
 * whole car, and the files of a week, may be larger. The catalogues say this number where files are chosen.
 */
export const FILES_MEGABYTES = 10
