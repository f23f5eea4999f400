import { data, useSearchParams } from 'react-router'
import { maskDocumentsIn, maskEmail, maskEndsIn, maskNumbersIn } from '#domain/identifiers.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { tryCode } from '#features/contracts/codes/commands.server.ts'
import { findCode } from '#features/contracts/codes/queries.server.ts'
import {
  askForCodeByLink,
  noteOpening,
  refuseByLink,
  refuseOtherSession,
  signByLink,
} from '#features/contracts/signing/commands.server.ts'
import { tryFacts } from '#features/contracts/links/commands.server.ts'
import { findByLink } from '#features/contracts/queries.server.ts'
import { type FactName, linkedContractAct, typedFact } from '#features/contracts/schema.ts'
import { countVisit } from '#features/visitors/commands.server.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { actorOf, show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { ContractText, RefuseForm, SignForm } from '#web/parts/contract-parts.tsx'
import { isRead } from '#web/is-read.ts'
import { pageTitle } from '#web/seo.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/sign.ts'
import { Buttons, Opening, Part } from './pieces.tsx'
import { privateHeaders } from './visitor-form.server.ts'

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  if (loaderData?.is === 'end') return pageTitle(t(`page.contracts.bySign.${loaderData.end}`))
  return pageTitle(t(`page.contracts.bySign.${loaderData?.is === 'nothing' ? 'over' : 'title'}`))
}

/** The pages after signing or refusing: the link itself is not valid any more. */
const ENDS = ['signed', 'refused'] as const
type End = (typeof ENDS)[number]

type Seen =
  | { is: 'end'; end: End }
  /** A link that is wrong, expired, revoked or used: nobody learns which. */
  | { is: 'nothing' }
  | (Awaited<ReturnType<typeof read>> & { isOthers: boolean })

export const loader = ({ request, params: { token }, context }: Route.LoaderArgs) =>
  show(async () => {
    const end = ENDS.find((candidate) => candidate === token)
    if (end) return { is: 'end', end } satisfies Seen
    const visit = context.get(requestContext)
    const found = await findByLink(token, visit.now)
    if (!found) {
      await countVisit('signing', visit)
      const nothing: Seen = { is: 'nothing' }
      return data(nothing, 404)
    }
    const actor = actorOf(context)
    if (isRead(request)) await noteOpening(found.contract.id, { actor, now: visit.now, browser: visit.userAgent })
    const isOthers = actor.uid !== null && actor.uid !== found.reader.uid
    return { ...(await read(found, visit.now)), isOthers }
  })

async function read({ contract, reader, way, until, documentNumbers }: Found, now: Temporal.Instant) {
  const { id, number, kind, language } = contract
  // Nothing that the page asks for may be read on it.
  const asked = way.by === 'facts' ? way.facts : null
  const written = maskDocumentsIn(contract.body, asked ? [...documentNumbers, asked.nif] : documentNumbers)
  const body = maskNumbersIn(maskEndsIn(written, asked?.licence ? [asked.licence] : []), (await findCompany())?.nipc)
  return {
    is: 'contract' as const,
    number,
    kind,
    language,
    body,
    name: reader.name,
    until,
    phrase: translator(language)('page.contracts.phrase.driver'),
    code: way.by === 'code' ? { to: maskEmail(way.email), sent: await findCode(id, now) } : null,
    asked: way.by === 'facts' ? way.asked : [],
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findByLink>>>

export const action = ({ request, context, params: { token } }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `contract.${intent}`,
    linkedContractAct,
    async (act, change) => {
      const { userAgent: browser } = context.get(requestContext)
      if (act.intent === 'code') {
        await askForCodeByLink(change, token, browser)
        return sameLanguage(request, `/sign/${token}?done=code#sign`)
      }
      if (act.intent === 'refuse') {
        await refuseByLink(change, token, { reason: act.reason, browser })
        return sameLanguage(request, '/sign/refused')
      }
      const { name, picture, code, nif, licence } = act
      await signByLink(change, token, { name, picture, browser, code: code ?? '', typed: { nif, licence } })
      return sameLanguage(request, '/sign/signed')
    },
    async (act) => {
      const visit = context.get(requestContext)
      await countVisit('signing', visit)
      const found = act.intent === 'sign' ? await findByLink(token, visit.now) : null
      // A form may arrive twice, just after its link was used: its key finds the first answer.
      if (!found || act.intent !== 'sign') return
      refuseOtherSession(actorOf(context), found.reader)
      if (found.way.by === 'code') await tryCode(found.contract.id, act.code ?? '', visit.now)
      else await tryFacts(found.link, act, found.way.facts)
    },
  )

/**
 * No other site sees the address, which opens the contract. With `no-referrer`, a browser on plain HTTP could not say from which site its
 * form comes.
 */
export const headers: Route.HeadersFunction = privateHeaders

/** One contract, for anybody with its link: to read, sign or refuse without an account. */
export default function SignByLinkScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { name: company } = useBrand()
  const [query] = useSearchParams()
  const seen: Seen = loaderData
  if (seen.is === 'end')
    return (
      <Opening title={t(`page.contracts.bySign.${seen.end}`)} lead={t(`page.contracts.bySign.${seen.end}Text`)}>
        <Buttons>
          <LinkButton to="/contact" kind="primary">
            {t('page.contracts.bySign.contact')}
          </LinkButton>
        </Buttons>
      </Opening>
    )
  if (seen.is === 'nothing')
    return (
      <Opening title={t('page.contracts.bySign.over')} lead={t('page.contracts.bySign.overText')}>
        <Buttons>
          <LinkButton to="/contact" kind="primary">
            {t('page.contracts.bySign.contact')}
          </LinkButton>
        </Buttons>
      </Opening>
    )
  const { number, kind, language, body, name, until, phrase, code, asked, isOthers } = seen
  return (
    <>
      <Opening title={t(`page.contracts.kinds.${kind}`)} lead={t('page.contracts.bySign.lead', { company })}>
        <Words look="soft">
          {`${t('page.contracts.one', { number })} · ${name}. ${t('page.contracts.bySign.masked')}`}
        </Words>
        <Words look="soft">{t('page.contracts.bySign.until', { at: formatInstant(until, t.language) })}</Words>
      </Opening>
      <Part tone="alt">
        <Page width="narrow">
          <Stack>
            {isOthers ? <Notice tone="warn">{t('errors.contract.link-session')}</Notice> : null}
            <ContractText text={body} language={language} />
            <SignForm name={name} phrase={phrase} code={code} reply={reply} isNew={query.get('done') === 'code'} keyed>
              {asked.map((fact) => (
                <Asked key={fact} fact={fact} />
              ))}
            </SignForm>
            <RefuseForm keyed />
          </Stack>
        </Page>
      </Part>
    </>
  )
}

function Asked({ fact }: { fact: FactName }) {
  const t = useT()
  return (
    <TextField
      name={fact}
      label={t(`page.contracts.bySign.${fact}`)}
      help={t(`page.contracts.bySign.${fact}Help`)}
      {...(fact === 'nif' ? { inputMode: 'numeric' as const } : {})}
      {...limitsOf(typedFact)}
      required
      autoComplete="off"
      spellCheck={false}
    />
  )
}
