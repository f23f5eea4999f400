/** Bytes of a seal without a stamp: ours has some 1 to 2 KB, one with the chain of an issuer up to 8. */
export const SEAL_BYTES = 12_288

/** Bytes that a PDF keeps for the CMS of its seal, and for the time stamp of a third party, with its certificates some 4 to 7 KB. */
export const SEAL_ROOM = SEAL_BYTES + 8_192

/** Placeholder for the positions of the covered bytes; wider than any of them. */
export const UNKNOWN_PLACE = 9_999_999_999

/** Unfilled positions as the PDF has them, by which they are found again. */
export const UNFILLED = `/ByteRange [0 ${UNKNOWN_PLACE} ${UNKNOWN_PLACE} ${UNKNOWN_PLACE}]`
