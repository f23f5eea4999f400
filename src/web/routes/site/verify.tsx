import { z } from 'zod'
import { type KnownSeal, type PublicStamp, type Verdict, numberRecord } from '#features/contracts/schema.ts'
import { findSealed, verifyUpload } from '#features/contracts/verification/queries.server.ts'
import { countVisit } from '#features/visitors/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { answer, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/verify.ts'
import { SealDrawing } from './illustrations.tsx'
import { Columns, Opening, Part } from './pieces.tsx'
import { privateHeaders } from './visitor-form.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.contracts.verify.title'))

export const loader = ({ params, request }: Route.LoaderArgs) =>
  show(async () => {
    const typed = (params.hash ?? new URL(request.url).searchParams.get('number') ?? '').slice(0, 200)
    const hash = typed.replaceAll(/[\s\u200B]/g, '').toLowerCase()
    return { typed, hash: hash === '' ? null : hash, sealed: hash === '' ? null : await findSealed(hash) }
  })

/** The site's possible answers about a file, explained beside the form. */
const ANSWERS = ['valid', 'changed', 'unknown'] as const

const asked = z.object({ file: z.instanceof(File, { error: 'field.required' }) })

/** Checks the file, and stores nothing of it. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answer(request, asked, async ({ file }) => {
    await countVisit('verification', context.get(requestContext))
    return { verdict: await verifyUpload(file) }
  })

export const headers = privateHeaders

/** Whether a document was sealed here: anybody may ask, and nobody learns whose it is. */
export default function VerifyScreen({ loaderData: { typed, hash, sealed }, actionData }: Route.ComponentProps) {
  const t = useT()
  const verdict = actionData && 'verdict' in actionData ? actionData.verdict : null
  return (
    <>
      <Opening
        title={t('page.contracts.verify.title')}
        lead={t('page.contracts.verify.text')}
        drawing={<SealDrawing />}
      />
      <Part tone="alt">
        <Columns>
          <Stack>
            {verdict ? <SealVerdict verdict={verdict} /> : null}
            {hash !== null && verdict === null ? <HashVerdict sealed={sealed} /> : null}
            <Form encType="multipart/form-data">
              <FileDrop
                name="file"
                label={t('page.contracts.verify.file')}
                accept="application/pdf,.pdf"
                multiple={false}
                required
              />
              <div>
                <SubmitButton>{t('page.contracts.verify.submit')}</SubmitButton>
              </div>
            </Form>
            <Form
              method="get"
              action="/verify"
              of={numberRecord}
              values={{ number: typed }}
              above={<Words>{t('page.contracts.verify.byNumber')}</Words>}
            >
              <div>
                <SubmitButton kind="outlined">{t('page.contracts.verify.numberSubmit')}</SubmitButton>
              </div>
            </Form>
          </Stack>
          <Card title={t('page.contracts.verify.answers.title')}>
            <Facts>
              {ANSWERS.map((answered) => (
                <Fact key={answered} name={t(`page.contracts.verify.answers.${answered}`)} isText>
                  {t(`page.contracts.verify.answers.${answered}Text`)}
                </Fact>
              ))}
            </Facts>
          </Card>
        </Columns>
      </Part>
    </>
  )
}

function SealVerdict({ verdict: result }: { verdict: Verdict }) {
  const t = useT()
  if (result.verdict === 'valid')
    return (
      <Notice tone="ok" title={t('page.contracts.verify.valid')}>
        <p>{t('page.contracts.verify.validText', { at: formatInstant(result.sealedAt, t.language), by: result.by })}</p>
        <p>{stampWords(result.stamp, t)}</p>
        {result.isSelfMade ? <p>{t('page.contracts.verify.selfMade')}</p> : null}
      </Notice>
    )
  if (result.verdict === 'paper')
    return (
      <Notice tone="ok" title={t('page.contracts.verify.paper')}>
        <p>{t('page.contracts.verify.paperText', { at: formatInstant(result.at, t.language) })}</p>
        {result.own ? <p>{t(`page.contracts.ownSignature.${result.own}`)}</p> : null}
      </Notice>
    )
  if (result.verdict === 'changed')
    return (
      <Notice tone="bad" title={t('page.contracts.verify.changed')}>
        <p>{t(`page.contracts.verify.changedText.${result.how}`)}</p>
      </Notice>
    )
  return (
    <Notice tone="warn" title={t('page.contracts.verify.unknown')}>
      <p>{t('page.contracts.verify.unknownText')}</p>
      {result.own ? <p>{t(`page.contracts.ownSignature.${result.own}`)}</p> : null}
    </Notice>
  )
}

function HashVerdict({ sealed }: { sealed: KnownSeal | null }) {
  const t = useT()
  if (sealed === null)
    return (
      <Notice tone="warn" title={t('page.contracts.verify.hashUnknown')}>
        <p>{t('page.contracts.verify.hashUnknownText')}</p>
      </Notice>
    )
  const words = sealed.onPaper ? 'paperKnownText' : 'knownText'
  return (
    <Notice tone="info" title={t(`page.contracts.verify.${sealed.onPaper ? 'paperKnown' : 'known'}`)}>
      <p>{t(`page.contracts.verify.${words}`, { at: formatInstant(sealed.at, t.language) })}</p>
      {sealed.onPaper ? null : <p>{stampWords(sealed.stamp, t)}</p>}
    </Notice>
  )
}

function stampWords(stamp: PublicStamp, t: Translator): string {
  if (stamp === null) return t('page.contracts.verify.unstamped')
  if (stamp === 'waiting') return t('page.contracts.verify.stampWaits')
  if (stamp === 'unseen') return t('page.contracts.stamp.unseen')
  return t('page.contracts.verify.stamped', { by: stamp.by, at: formatInstant(stamp.at, t.language) })
}
