import { redirect } from 'react-router'
import { LINK_DAYS, mayBecome } from '#domain/contract.ts'
import { maskEmail } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { linkContract, revokeContractLink } from '#features/contracts/signing/commands.server.ts'
import { findOpenLink } from '#features/contracts/links/queries.server.ts'
import { getContract, linkWayOf, readerOf } from '#features/contracts/queries.server.ts'
import { contractLinkAct, linkRecord } from '#features/contracts/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import type { Reply } from '#web/reply.ts'
import { shows } from '#web/screen.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { CheckboxField, TextToTake } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/link.ts'

export const loader = shows(async ({ params, request }: Route.LoaderArgs, { now }) => {
  const contract = await getContract(params.id)
  if (!mayBecome(contract.state, 'signed')) throw new Refusal('contract.moved-on')
  const reader = await readerOf(contract)
  if (reader.isRemoved) throw new Refusal('driver.removed', { driver: reader.name })
  const linkWay = await linkWayOf(reader, now)
  return {
    id: contract.id,
    number: contract.number,
    name: reader.name,
    to: linkWay?.by === 'code' ? maskEmail(linkWay.email) : null,
    asked: linkWay?.by === 'facts' ? linkWay.asked : [],
    hasWay: linkWay !== null,
    live: await findOpenLink(contract.id, now),
    isRevoked: new URL(request.url).searchParams.has('revoked'),
  }
})

/** The result of the form: a link that is shown this once, with words to send it. */
type Made = { link: string; text: string; address: string | null; mailed: string | null }

/** Without an idempotency key: the answer to a key is stored, and a link that opens a contract must not be. */
export const action = (sent: Route.ActionArgs) =>
  show(async () => {
    requireSender(sent)
    const { request, context, params } = sent
    return answer(request, contractLinkAct, async (act) => {
      const { now } = context.get(requestContext)
      let path = ''
      await carryOut({ actor: actorOf(context), action: `contract.${act.intent}`, now }, async (change) => {
        if (act.intent === 'link')
          path = await linkContract(change, params.id, { days: act.days, byMail: act.mail === 'on' })
        else await revokeContractLink(change, params.id)
        return null
      })
      if (act.intent === 'revoke-link')
        return redirect(sameLanguage(request, `/admin/contracts/${params.id}/link?revoked`), 303)
      const contract = await getContract(params.id)
      const reader = await readerOf(contract)
      const link = `${siteAddress()}${path}`
      const language = reader.language === 'en' ? 'en' : 'pt'
      const until = formatInstant(now.add({ hours: 24 * act.days }).toString(), language)
      const words = { name: reader.name, number: contract.number, until, link }
      const text = translator(language)('page.contracts.link.words', words)
      const mailed = act.mail === 'on' && reader.email ? maskEmail(reader.email) : null
      return { link, text, address: whatsAppAddress(reader.phone, text), mailed } satisfies Made
    })
  })

/** The personal link to a contract: to make one, which is shown once, and to take it back. */
export default function ContractLinkScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const { id, number, name, to, asked, hasWay, live, isRevoked } = loaderData
  const made = isMade(actionData) ? actionData : null
  const facts = t(`page.contracts.link.facts.${asked.includes('licence') ? 'licence' : 'nif'}`)
  return (
    <>
      <PageHead
        title={t('page.contracts.link.title')}
        detail={name}
        back={{ to: `/admin/contracts/${id}`, label: t('page.contracts.one', { number }) }}
      />
      <Page width="narrow">
        <Stack>
          {isRevoked && !actionData ? <Done>{t('page.contracts.link.revoked')}</Done> : null}
          {made ? <Shown made={made} /> : null}
          <Words>{t('page.contracts.link.text')}</Words>
          {hasWay ? (
            <Words>
              {to ? t('page.contracts.link.way.code', { to }) : t('page.contracts.link.way.facts', { facts })}
            </Words>
          ) : (
            <Notice tone="warn">{t('page.contracts.link.way.none')}</Notice>
          )}
          {hasWay ? (
            <Form
              intent="link"
              of={linkRecord}
              offered={{
                days: LINK_DAYS.map((count) => ({
                  value: String(count),
                  label: t('page.contracts.link.daysOf', { count }),
                })),
              }}
            >
              {to ? <CheckboxField name="mail" label={t('page.contracts.link.mail', { to })} /> : null}
              <div>
                <SubmitButton>{t('page.contracts.link.make')}</SubmitButton>
              </div>
            </Form>
          ) : null}
          {live ? (
            <Card>
              <Stack>
                <Words>
                  {t('page.contracts.link.live', {
                    made: formatInstant(live.madeAt, t.language),
                    until: formatInstant(live.expiresAt, t.language),
                  })}
                </Words>
                <Form intent="revoke-link">
                  <div>
                    <SubmitButton kind="outlined">{t('page.contracts.link.revoke')}</SubmitButton>
                  </div>
                </Form>
              </Stack>
            </Card>
          ) : null}
        </Stack>
      </Page>
    </>
  )
}

function Shown({ made: { link, text, address, mailed } }: { made: Made }) {
  const t = useT()
  return (
    <>
      <LinkOnce title={t('page.contracts.link.made')} link={link} words={t('page.contracts.link.once')} />
      {mailed ? <Words>{t('page.contracts.link.mailed', { to: mailed })}</Words> : null}
      {address ? (
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {t('page.contracts.link.whatsApp')}
          </a>
        </p>
      ) : null}
      <CopyButton of="link-message" label={t('page.contracts.link.copy')} />
      <TextToTake id="link-message" label={t('page.contracts.link.message')} text={text} />
    </>
  )
}

function isMade(answered: Reply | Made | undefined): answered is Made {
  return answered !== undefined && 'link' in answered
}
