/**
 * The most megabytes of the files that one form sends: of one file, and of several together. Forms with the photos of a
 * whole car, and the files of a week, may be larger. The catalogues say this number where files are chosen.
 */
export const FILES_MEGABYTES = 10

/**
 * Longer side, in pixels, of a picture as it is kept: the small print on a photographed card stays readable. A phone makes a
 * photo no smaller than this before it sends it.
 */
export const PHOTO_SIDE = 2_400

/** The file types of a photo. A phone that takes photos in a format of its own converts them when these types are named. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

/** The file types of a document. */
export const PAPER_TYPES = `application/pdf,${PHOTO_TYPES}`
