import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { CORRECTABLE, type Correctable } from '#domain/correction.ts'
import { showPlate } from '#domain/identifiers.ts'
import { askCorrection, withdrawCorrection } from '#features/fleet/corrections/commands.server.ts'
import { getOwnData, listOwnCorrections } from '#features/fleet/corrections/queries.server.ts'
import { type Correction, type OwnData, ownCorrection, correctionRecord } from '#features/fleet/corrections/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { answered } from '#web/reply.ts'
import { Link } from '#web/links.tsx'
import { CorrectionState } from '#web/parts/correction-state.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/data.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const [own, requests] = await Promise.all([
      getOwnData(driver, context.get(requestContext).now),
      listOwnCorrections(driver),
    ])
    return { own, requests }
  })

/** Asks for a correction, or withdraws the request. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `correction.${intent}`,
    ownCorrection,
    async (said, change) => {
      const driver = ownDriver(context)
      if (said.intent === 'ask') {
        await askCorrection(change, driver, said)
        return sameLanguage(request, '/dashboard/data?done=asked')
      }
      await withdrawCorrection(change, driver, said.correction)
      return sameLanguage(request, '/dashboard/data?done=withdrawn')
    },
  )

const DONE = ['asked', 'withdrawn'] as const
const PERSON = ['name', 'email', 'phone', 'nif'] as const
const WORK = ['startedOn', 'car', 'platforms', 'terms'] as const

/** What the office knows about the reader, who last changed it, and a form to have it corrected. */
export default function OwnDataScreen({ loaderData: { own, requests }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const waiting = new Set(requests.filter(({ state }) => state === 'open').map(({ field }) => field))
  const groups = [
    [t('page.corrections.person'), PERSON],
    [t('page.corrections.pay'), ['iban']],
    [t('page.corrections.work'), WORK],
  ] as const
  return (
    <>
      <PageHead title={t('page.corrections.title')} subtitle={t('page.corrections.subtitle')} />
      {done ? <Done>{t(`page.corrections.done.${done}`)}</Done> : null}
      <FormReply reply={answered(actionData, 'withdraw')} />
      <SideBySide>
        <Stack>
          {groups.map(([title, fields]) => {
            const [written, ...others] = new Set(fields.map((field) => lastChanged(own, field, t)))
            // A note that holds for every line is shown once.
            const once = others.length === 0 ? written : null
            return (
              <Section key={title} title={title} aside={once}>
                <Items actionsInline>
                  {fields.map((field) => (
                    <Item
                      key={field}
                      title={t(`page.corrections.fields.${field}`)}
                      acts={
                        waiting.has(field) ? (
                          <State tone="info">{t('page.corrections.waits')}</State>
                        ) : (
                          <Link to={`/dashboard/data?field=${field}#ask`}>
                            {t('page.corrections.ask')}
                            <span className="visually-hidden">: {t(`page.corrections.fields.${field}`)}</span>
                          </Link>
                        )
                      }
                    >
                      <div>
                        <Known own={own} field={field} />
                      </div>
                      {once ? null : <Words look="small">{lastChanged(own, field, t)}</Words>}
                    </Item>
                  ))}
                </Items>
              </Section>
            )
          })}
          <Links>
            <Link to="/dashboard/documents">{t('page.corrections.documents')}</Link>
          </Links>
        </Stack>
        <Stack>
          <Asking waiting={waiting} chosen={query.get('field') ?? ''} />
          <Requests requests={requests} />
        </Stack>
      </SideBySide>
    </>
  )
}

function Known({ own, field }: { own: OwnData; field: Correctable }): ReactNode {
  const t = useT()
  const { account, car } = own
  const none = <span>{t('page.corrections.unknown')}</span>
  if (field === 'iban') {
    if (!account) return none
    return (
      <>
        <span className="num">{account.masked}</span>
        {account.holder ? <Words look="small">{t('page.corrections.holder', { holder: account.holder })}</Words> : null}
        {account.isHeld ? <Words look="small">{t('page.corrections.held')}</Words> : null}
      </>
    )
  }
  if (field === 'car') {
    if (!car) return none
    const plate = showPlate(car.plate)
    return car.from ? t('page.corrections.since', { plate, day: formatDayShort(dayOf(car.from), t.language) }) : plate
  }
  if (field === 'platforms') {
    const names = own.platforms.map((source) => t.find(`page.fleet.sources.${source}`) ?? source)
    return names.length > 0 ? names.join(', ') : none
  }
  if (field === 'terms') return own.regime ? t(`page.corrections.regimes.${own.regime}`) : none
  if (field === 'name')
    return (
      <>
        {own.name}
        {own.legalName ? <Words look="small">{t('page.corrections.legalName', { name: own.legalName })}</Words> : null}
      </>
    )
  if (field === 'startedOn') return own.startedOn ? formatDayShort(own.startedOn, t.language) : none
  return field === 'other' ? null : (own[field] ?? none)
}

function lastChanged({ changed }: OwnData, field: Correctable, t: Translator): string | null {
  const last = changed[field]
  if (!last) return null
  const at = formatDayShort(dayOf(last.at), t.language)
  return t(`page.corrections.changed.${last.isOwn ? 'own' : 'office'}`, { at })
}

type AskingProps = { waiting: ReadonlySet<Correctable>; chosen: string }

function Asking({ waiting, chosen }: AskingProps) {
  const t = useT()
  const options = CORRECTABLE.filter((field) => !waiting.has(field)).map((value) => ({
    value,
    label: t(`page.corrections.fields.${value}`),
  }))
  return (
    <div id="ask">
      <Card title={t('page.corrections.form.title')}>
        <Form
          intent="ask"
          key={chosen}
          of={correctionRecord}
          values={{ field: chosen }}
          offered={{ field: options }}
          above={<Words>{t('page.corrections.form.text')}</Words>}
          data-outbox
        >
          <div>
            <SubmitButton>{t('page.corrections.form.submit')}</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  )
}

function Requests({ requests }: { requests: readonly Correction[] }) {
  const t = useT()
  return (
    <Card title={t('page.corrections.own.title')}>
      {requests.length === 0 ? (
        <Words>{t('page.corrections.own.empty')}</Words>
      ) : (
        <Items>
          {requests.map(({ id, field, words, state, askedAt, answer }) => (
            <Item
              key={id}
              title={t(`page.corrections.fields.${field}`)}
              aside={<CorrectionState state={state} />}
              acts={
                state === 'open' ? (
                  <Form inline data-outbox>
                    <input type="hidden" name="intent" value="withdraw" />
                    <input type="hidden" name="correction" value={id} />
                    <SubmitButton kind="text">{t('page.corrections.own.withdraw')}</SubmitButton>
                  </Form>
                ) : null
              }
            >
              <Words>{words}</Words>
              {answer ? <Words look="soft">{t('page.corrections.own.answered', { answer })}</Words> : null}
              <Words look="small">{formatDayShort(dayOf(askedAt), t.language)}</Words>
            </Item>
          ))}
        </Items>
      )}
    </Card>
  )
}
