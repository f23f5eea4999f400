import { useSearchParams } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import {
  storeMetaAnswer,
  lookAgain,
  lookAtAccount,
  pauseWhatsApp,
  readVerifyToken,
  removeAccount,
  resumeWhatsApp,
  savePrices,
  sendWhatsAppTest,
  setAccount,
} from '#features/mail/whatsapp/commands.server.ts'
import {
  countConsents,
  findAccount,
  listMonths,
  listTemplatesInView,
  listWhatsAppMessages,
  readPrices,
} from '#features/mail/whatsapp/queries.server.ts'
import {
  type AccountInView,
  type TemplateInView,
  accountRecord,
  accountSecret,
  pricesRecord,
  whatsAppAct,
} from '#features/mail/whatsapp/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { formatNumber } from '#messages/numbers.ts'
import { submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/whatsapp.ts'
import { WhatsAppChip } from './whatsapp-chip.tsx'
import { Costs } from './whatsapp-costs.tsx'
import { Log } from './whatsapp-log.tsx'
import { Templates } from './whatsapp-templates.tsx'

const MESSAGES_SHOWN = 10
/** The most rows of months and categories. */
const MONTHS_SHOWN = 24
/** The form while no account is set. */
const UNSET = { phoneNumberId: '', businessAccountId: '' }

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [account, templates, messages, months, prices, drivers, word, events] = await Promise.all([
    findAccount(),
    listTemplatesInView(),
    listWhatsAppMessages(MESSAGES_SHOWN),
    listMonths(MONTHS_SHOWN),
    readPrices(),
    countConsents(),
    readVerifyToken(),
    listEvents('whatsapp'),
  ])
  return {
    account,
    restUntil: account?.restUntil && Temporal.Instant.compare(account.restUntil, now) > 0 ? account.restUntil : null,
    templates,
    messages,
    months,
    prices,
    drivers,
    word,
    events,
    address: `${siteAddress()}/api/messages/whatsapp`,
  }
})

type Looked = Awaited<ReturnType<typeof lookAgain>>

export const action = ({ request, context }: Route.ActionArgs) => {
  const { now } = context.get(requestContext)
  let looked: Looked | null = null
  return submit(
    { request, context },
    ({ intent }) => `whatsapp.${intent}`,
    whatsAppAct.and(opened),
    async ({ opened: seen, ...act }, change) => {
      if (act.intent === 'save') {
        requireRecentSignIn(context)
        const before = (await findAccount(change.tx)) ?? UNSET
        refuseIfChanged(accountRecord, seen, before, languageOf(new URL(request.url).pathname))
        await setAccount(change, act, looked)
      } else if (act.intent === 'check' && looked) await storeMetaAnswer(change, looked)
      else if (act.intent === 'test') await sendWhatsAppTest(change, act.to)
      else if (act.intent === 'prices') {
        const before = await readPrices(change.tx)
        refuseIfChanged(pricesRecord, seen, before, languageOf(new URL(request.url).pathname))
        await savePrices(change, act)
      } else if (act.intent === 'pause') await pauseWhatsApp(change)
      else if (act.intent === 'resume') await resumeWhatsApp(change)
      else if (act.intent === 'remove') {
        requireRecentSignIn(context)
        await removeAccount(change)
      }
      return sameLanguage(request, `/admin/mail/whatsapp?done=${act.intent}`)
    },
    // Runs before the transaction begins: no transaction waits for Meta.
    async (act) => {
      if (act.intent === 'check') looked = await lookAgain(now)
      if (act.intent !== 'save') return
      requireRecentSignIn(context)
      if (act.unasked === undefined) looked = await lookAtAccount(act)
    },
  )
}

const DONE = ['save', 'check', 'test', 'prices', 'pause', 'resume', 'remove'] as const

/** The company's account with Meta: its state, its templates, the messages sent, and what Meta charges for. */
export default function WhatsAppScreen({ loaderData }: Route.ComponentProps) {
  const { account, restUntil, templates, messages, months, prices, drivers, word, events, address } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const isSendable = account !== null && !account.paused && templates.some(({ state }) => state === 'approved')
  return (
    <>
      <PageHead
        title={t('page.whatsApp.title')}
        subtitle={t('page.whatsApp.subtitle')}
        back={{ to: '/admin/mail', label: t('page.whatsApp.back') }}
      />
      <Stack>
        {done ? <Done>{t(`page.whatsApp.done.${done}`)}</Done> : null}
        {account ? (
          <Advice account={account} templates={templates} restUntil={restUntil} />
        ) : (
          <Notice>{t('page.whatsApp.off')}</Notice>
        )}
        <SideBySide>
          <Stack>
            <AccountForm account={account} />
            <Webhook address={address} word={word} />
          </Stack>
          <Stack>
            {account ? <Now account={account} drivers={drivers} /> : null}
            {isSendable ? <TestMessage /> : null}
            <Card title={t('page.whatsApp.steps.title')}>
              <Bullets numbered>
                {t.list('page.whatsApp.steps.list').map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </Bullets>
            </Card>
          </Stack>
        </SideBySide>
        <Templates templates={templates} isAsked={account !== null} />
        {account || messages.length > 0 ? <Log messages={messages} /> : null}
        {account || months.length > 0 ? <Costs months={months} prices={prices} /> : null}
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

type WhatsAppStatus = { account: AccountInView; templates: readonly TemplateInView[]; restUntil: string | null }

/** What the state means, and how to change it. */
function Advice({ account, templates, restUntil }: WhatsAppStatus) {
  const t = useT()
  const { state, paused, reason, confirmedAt, lastMessageAt } = account
  const shownState = paused ? 'paused' : state
  if (shownState !== 'connected')
    return (
      <Notice tone={shownState === 'expired' || shownState === 'error' ? 'bad' : 'warn'}>
        <p>{t(`page.whatsApp.advice.${shownState}`)}</p>
        {reason === null ? null : <p>{t('page.whatsApp.advice.code', { reason })}</p>}
      </Notice>
    )
  const lacks = [
    ...(templates.some((template) => template.state === 'approved') ? [] : [t('page.whatsApp.advice.templates')]),
    ...(confirmedAt === null && lastMessageAt === null ? [t('page.whatsApp.advice.unheard')] : []),
    ...(restUntil === null ? [] : [t('page.whatsApp.advice.rest', { at: formatInstant(restUntil, t.language) })]),
  ]
  if (lacks.length === 0) return null
  return (
    <Notice tone="warn">
      {lacks.map((lack) => (
        <p key={lack}>{lack}</p>
      ))}
    </Notice>
  )
}

function AccountForm({ account }: { account: AccountInView | null }) {
  const t = useT()
  const secret = (name: 'token' | 'appSecret') => (
    <TextField
      name={name}
      type="password"
      label={t(`page.whatsApp.${name}`)}
      help={t(account ? 'page.whatsApp.secretKept' : 'page.whatsApp.secretHelp')}
      autoComplete="off"
      required={account === null}
      {...limitsOf(accountSecret)}
    />
  )
  return (
    <Card title={t('page.whatsApp.form')}>
      <Form
        intent="save"
        of={accountRecord}
        values={account ?? UNSET}
        version={null}
        drawn={{ token: secret('token'), appSecret: secret('appSecret') }}
      >
        <CheckboxField name="unasked" label={t('page.whatsApp.unasked')} help={t('page.whatsApp.unaskedHelp')} />
        <Actions>
          <SubmitButton>{t('page.whatsApp.save')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

function Now({ account, drivers }: { account: AccountInView; drivers: number }) {
  const t = useT()
  const { phone, name, since, setAt, setBy, checkedAt, confirmedAt, lastMessageAt, paused } = account
  const at = formatInstant(setAt, t.language)
  const when = (moment: string | null) => (moment === null ? t('page.whatsApp.never') : <Moment at={moment} />)
  const act = paused ? 'resume' : 'pause'
  return (
    <Card title={t('page.whatsApp.now')} aside={<WhatsAppChip account={account} />}>
      <Stack>
        <Facts>
          {phone ? <Fact name={t('page.whatsApp.number')}>{phone}</Fact> : null}
          {name ? (
            <Fact name={t('page.whatsApp.name')} isText>
              {name}
            </Fact>
          ) : null}
          <Fact name={t('page.whatsApp.since')}>
            <Moment at={paused?.at ?? since} />
          </Fact>
          <Fact name={t('page.whatsApp.setBy')} isText={setBy !== null}>
            {setBy ? t('page.whatsApp.setByWho', { at, by: setBy }) : at}
          </Fact>
          <Fact name={t('page.whatsApp.checked')}>{when(checkedAt)}</Fact>
          <Fact name={t('page.whatsApp.confirmed')}>{when(confirmedAt)}</Fact>
          <Fact name={t('page.whatsApp.heard')}>{when(lastMessageAt)}</Fact>
          <Fact name={t('page.whatsApp.drivers')}>{formatNumber(drivers, t.language)}</Fact>
        </Facts>
        <Form intent={act} quiet>
          <Actions>
            <SubmitButton kind="outlined">{t(`page.whatsApp.${act}`)}</SubmitButton>
          </Actions>
        </Form>
        <Form intent="remove" quiet>
          <Actions>
            <SubmitButton kind="text">{t('page.whatsApp.remove')}</SubmitButton>
          </Actions>
        </Form>
        <Words look="small">{t('page.whatsApp.removeHelp')}</Words>
      </Stack>
    </Card>
  )
}

/** A test message to oneself. */
function TestMessage() {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.test.title')}>
      <Form intent="test">
        <Words look="small">{t('page.whatsApp.test.text')}</Words>
        <TextField name="to" type="tel" label={t('page.whatsApp.test.to')} autoComplete="tel" required />
        <Actions>
          <SubmitButton kind="outlined">{t('page.whatsApp.test.send')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

/** The values to enter at Meta, so that it reports what became of messages. */
function Webhook({ address, word }: { address: string; word: string | null }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.webhook.title')}>
      <Stack>
        <Words look="small">{t('page.whatsApp.webhook.text')}</Words>
        <Facts>
          <Fact name={t('page.whatsApp.webhook.address')} isText>
            <code id="whatsapp-address">{address}</code>
            <Actions>
              <CopyButton of="whatsapp-address" label={t('page.whatsApp.webhook.copyAddress')} />
            </Actions>
          </Fact>
          <Fact name={t('page.whatsApp.webhook.word')} isText>
            {word === null ? (
              t('page.whatsApp.webhook.later')
            ) : (
              <>
                <code id="whatsapp-word">{word}</code>
                <Actions>
                  <CopyButton of="whatsapp-word" label={t('page.whatsApp.webhook.copyWord')} />
                </Actions>
              </>
            )}
          </Fact>
        </Facts>
      </Stack>
    </Card>
  )
}
