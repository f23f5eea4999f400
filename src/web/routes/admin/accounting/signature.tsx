import { LAWS } from '#domain/law.ts'
import type { ReadSignature, SignedPdf } from '#domain/pdf-signature.ts'
import { ZONE } from '#domain/week.ts'
import { lookAtInvoice } from '#features/accounting/invoices/queries.server.ts'
import { checkedInvoiceRecord } from '#features/accounting/invoices/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { SIGNATURE_TONES } from '#web/parts/paper-signature.tsx'
import { sees, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/signature.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  today: now.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
}))

/** Checks the file that was sent; nothing of it is stored. */
export const action = sees(checkedInvoiceRecord.input, ({ paper }) => lookAtInvoice(paper))

type Seen = SignedPdf & { name: string }

/** One PDF that somebody received: whether it is signed and unchanged, and what its certificate says. */
export default function SignatureScreen({ loaderData: { today }, actionData }: Route.ComponentProps) {
  const t = useT()
  const seen = actionData && 'seen' in actionData ? (actionData.seen as Seen) : null
  return (
    <>
      <PageHead
        title={t('page.signature.title')}
        subtitle={t('page.signature.subtitle')}
        back={{ to: '/admin/accounting', label: t('page.accounting.title') }}
      />
      <Page width="narrow">
        <Stack>
          {seen ? <Answer seen={seen} /> : null}
          <Form of={checkedInvoiceRecord}>
            <Actions>
              <SubmitButton>{t('page.signature.look')}</SubmitButton>
            </Actions>
          </Form>
          <LawWords today={today} />
          <Words look="soft">{t('page.signature.trust')}</Words>
        </Stack>
      </Page>
    </>
  )
}

function LawWords({ today }: { today: string }) {
  const t = useT()
  const { since } = LAWS['signed-invoices']
  return (
    <Words>
      {t(since <= today ? 'page.signature.law' : 'page.signature.lawNext', {
        day: formatDayShort(since, t.language),
      })}
    </Words>
  )
}

function Answer({ seen: { name, state, signatures, left } }: { seen: Seen }) {
  const t = useT()
  return (
    <Card>
      <Stack>
        <Words>
          <strong>{name}</strong>
          <br />
          <State tone={SIGNATURE_TONES[state]}>{t(`page.signature.states.${state}`)}</State>
        </Words>
        <Words>{t(`page.signature.advice.${state}`)}</Words>
        {signatures.map((signature, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- signatures of one file stay in their order
          <One key={place} signature={signature} place={place + 1} />
        ))}
        {left === 0 ? null : <Words look="soft">{t('page.signature.left', { count: left })}</Words>}
      </Stack>
    </Card>
  )
}

function One({ signature, place }: { signature: ReadSignature; place: number }) {
  const t = useT()
  const { isTimeStamp, fits, coversAll, certificate, signedAt } = signature
  const day = (iso: string) => formatDayShort(iso.slice(0, 10), t.language)
  const yes = (holds: boolean) => t(`page.signature.${holds ? 'yes' : 'no'}`)
  return (
    <>
      <Words>
        <strong>{t(`page.signature.${isTimeStamp ? 'stamp' : 'one'}`, { place })}</strong>
      </Words>
      <Facts>
        <Fact name={t('page.signature.facts.fits')}>
          {t(`page.signature.fits.${fits === 'yes' && !coversAll ? 'part' : fits}`)}
        </Fact>
        {certificate === null ? null : (
          <>
            <Fact name={t('page.signature.facts.subject')}>{certificate.subject}</Fact>
            <Fact name={t('page.signature.facts.issuer')}>
              {certificate.isSelfMade ? t('page.signature.selfMade', { name: certificate.issuer }) : certificate.issuer}
            </Fact>
            <Fact name={t('page.signature.facts.valid')}>
              {t('page.signature.period', { from: day(certificate.from), until: day(certificate.until) })}
            </Fact>
            <Fact name={t('page.signature.facts.qualified')}>{yes(certificate.isQualified)}</Fact>
            <Fact name={t('page.signature.facts.device')}>{yes(certificate.isInDevice)}</Fact>
            {certificate.use === null ? null : (
              <Fact name={t('page.signature.facts.use')}>{t(`page.signature.uses.${certificate.use}`)}</Fact>
            )}
          </>
        )}
        {signedAt === null ? null : <Fact name={t('page.signature.facts.at')}>{day(signedAt)}</Fact>}
      </Facts>
    </>
  )
}
