import type { PaperSignature } from '#domain/pdf-signature.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import type { StateTone } from '#web/ui/state.tsx'

export const SIGNATURE_TONES: Readonly<Record<PaperSignature, StateTone>> = {
  qualified: 'ok',
  unqualified: 'plain',
  added: 'warn',
  changed: 'bad',
  unproved: 'warn',
  none: 'plain',
  'not-pdf': 'plain',
}

/** The proof that the signatures of a stored invoice give, with a link to check a file more closely. */
export function SignatureWords({ signature }: { signature: PaperSignature | null }) {
  const t = useT()
  return (
    <small>
      {signature === null ? (
        <Link to="/admin/accounting/signature">{t('page.signature.unseen')}</Link>
      ) : (
        t(`page.signature.states.${signature}`)
      )}
    </small>
  )
}
