/**
 * What the electronic signatures of a PDF say, as far as a program can see that trusts nobody: qualified: one fits the whole file, and its
 * certificate says of itself that it is qualified · unqualified: one fits, and its certificate does not say so · added: it fits, and
 * something came into the file after it · changed: what was signed is not what is there · unproved: there is one that could not be
 * read or checked · none: there is none · not-pdf: it is no PDF. Whether whoever issued a certificate may is not asked of any list.
 */
export const PAPER_SIGNATURES = ['qualified', 'unqualified', 'added', 'changed', 'unproved', 'none', 'not-pdf'] as const
export type PaperSignature = (typeof PAPER_SIGNATURES)[number]

/** One signature of a PDF, in the order in which they were made. Days are ISO days; moments are as the signer says. */
export type ReadSignature = {
  /** A time stamp over the file says when, and not who. */
  isTimeStamp: boolean
  /** `yes`: it is over these very bytes · `changed`: over others · `unproved`: nobody can tell here. */
  fits: 'yes' | 'changed' | 'unproved'
  coversAll: boolean
  certificate: {
    subject: string
    issuer: string
    from: string
    until: string
    /** The certificate says of itself that it is qualified, and that its key is in a qualified device. */
    isQualified: boolean
    isInDevice: boolean
    /** Of a person's signature, of a company's seal, of a site; `null` where it does not say. */
    use: 'signature' | 'seal' | 'site' | null
    isSelfMade: boolean
  } | null
  signedAt: string | null
}

/** What a look at a file found: the newest signatures, oldest of them first, and how many older ones were `left` out. */
export type SignedPdf = { state: PaperSignature; signatures: readonly ReadSignature[]; left: number }

/** What several signatures of a PDF come to. */
export function paperSignature(signatures: readonly ReadSignature[]): PaperSignature {
  const own = signatures.filter(({ isTimeStamp }) => !isTimeStamp)
  if (own.length === 0) return signatures.some(({ fits }) => fits === 'changed') ? 'changed' : 'none'
  if (signatures.some(({ fits }) => fits === 'changed')) return 'changed'
  if (own.some(({ fits }) => fits === 'unproved')) return 'unproved'
  if (!signatures.some(({ fits, coversAll }) => fits === 'yes' && coversAll)) return 'added'
  return own.some(({ certificate }) => certificate?.isQualified) ? 'qualified' : 'unqualified'
}
