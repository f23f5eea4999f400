/** Bytes of a seal without a stamp: ours is some 1 to 2 KB, one with the chain of an issuer up to 8. */
export const SEAL_BYTES = 12_288

/** Bytes that a PDF keeps for the CMS of its seal: beside that the time stamp of a third party, with its certificates some 4 to 7 KB. */
export const SEAL_ROOM = SEAL_BYTES + 8_192

/** Written where the numbers of the covered bytes will stand; wider than any of them. */
export const UNKNOWN_PLACE = 9_999_999_999

/** The unfilled numbers as the PDF has them, to be found again. */
export const UNFILLED = `/ByteRange [0 ${UNKNOWN_PLACE} ${UNKNOWN_PLACE} ${UNKNOWN_PLACE}]`
