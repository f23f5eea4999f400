/**
 * Result for the electronic signatures of a PDF, as far as a program can check that trusts no issuer: qualified: one is
 * valid for the whole file, and its certificate calls itself qualified · unqualified: one is valid, and its certificate
 * does not say so · added: it is valid, and something was added to the file after it · changed: the signed content was
 * changed · unproved: there is one that could not be read or checked · none: there is none · not-pdf: it is no PDF.
 * Whether the issuer is allowed to issue is not checked against any list.
 */
export const PAPER_SIGNATURES = ['qualified', 'unqualified', 'added', 'changed', 'unproved', 'none', 'not-pdf'] as const
export type PaperSignature = (typeof PAPER_SIGNATURES)[number]

/** One signature of a PDF, in the order in which they were made. Days are ISO days; moments are as the signer says. */
export type ReadSignature = {
  /** Whether it is a time stamp of the file, which says when, and not who. */
  isTimeStamp: boolean
  /** Whether the signature is for this file. `yes`: for these very bytes · `changed`: for others · `unproved`: can't be checked here. */
  fits: 'yes' | 'changed' | 'unproved'
  coversAll: boolean
  certificate: {
    subject: string
    issuer: string
    from: string
    until: string
    /** Whether the certificate says that it is qualified, and that its key is in a qualified device. */
    isQualified: boolean
    isInDevice: boolean
    /** Use of the certificate: a person's signature, a company's seal, a site; `null` where it does not say. */
    use: 'signature' | 'seal' | 'site' | null
    isSelfMade: boolean
  } | null
  signedAt: string | null
}

/** Result for a file: the newest signatures, oldest of them first, and how many older ones were `left` out. */
export type SignedPdf = { state: PaperSignature; signatures: readonly ReadSignature[]; left: number }

/** Combines several signatures of a PDF into one result. */
export function paperSignature(signatures: readonly ReadSignature[]): PaperSignature {
  const withoutTimeStamps = signatures.filter(({ isTimeStamp }) => !isTimeStamp)
  if (withoutTimeStamps.length === 0) return signatures.some(({ fits }) => fits === 'changed') ? 'changed' : 'none'
  if (signatures.some(({ fits }) => fits === 'changed')) return 'changed'
  if (withoutTimeStamps.some(({ fits }) => fits === 'unproved')) return 'unproved'
  if (!signatures.some(({ fits, coversAll }) => fits === 'yes' && coversAll)) return 'added'
  return withoutTimeStamps.some(({ certificate }) => certificate?.isQualified) ? 'qualified' : 'unqualified'
}
