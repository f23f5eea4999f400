/** Bytes that a PDF keeps for the CMS of its seal: ours is some 1 to 2 KB, one with the chain of an issuer up to 8. */
export const SEAL_ROOM = 12_288

/** Written where the numbers of the covered bytes will stand; wider than any of them. */
export const UNKNOWN_PLACE = 9_999_999_999

/** The same as the PDF has it, to be found again. */
export const UNFILLED = `/ByteRange [0 ${UNKNOWN_PLACE} ${UNKNOWN_PLACE} ${UNKNOWN_PLACE}]`
