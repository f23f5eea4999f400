import { useSearchParams } from 'react-router'
import { cents, fraction } from '#domain/money.ts'
import {
  keepLook,
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
  PRICED,
  type TemplateInView,
  type TemplateState,
  type WhatsAppInList,
  type WhatsAppMonth,
  type WhatsAppState,
  accountRecord,
  accountSecret,
  whatsAppAct,
} from '#features/mail/whatsapp/schema.ts'
import { limitsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatMonth } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { whatsAppReason } from '#web/parts/told-words.ts'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { CheckboxField, FieldRow, TextField, TextToTake } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside, Bullets, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/whatsapp.ts'
import { WhatsAppChip } from './whatsapp-chip.tsx'

const MESSAGES_SHOWN = 10
/** Rows of months and categories. */
const MONTHS_SHOWN = 24

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [account, templates, messages, months, prices, drivers, word] = await Promise.all([
    findAccount(),
    listTemplatesInView(),
    listWhatsAppMessages(MESSAGES_SHOWN),
    listMonths(MONTHS_SHOWN),
    readPrices(),
    countConsents(),
    readVerifyToken(),
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
    whatsAppAct,
    async (act, change) => {
      if (act.intent === 'save') {
        requireRecentSignIn(context)
        await setAccount(change, act, looked)
      } else if (act.intent === 'check' && looked) await keepLook(change, looked)
      else if (act.intent === 'test') await sendWhatsAppTest(change, act.to)
      else if (act.intent === 'prices') await savePrices(change, act)
      else if (act.intent === 'pause') await pauseWhatsApp(change)
      else if (act.intent === 'resume') await resumeWhatsApp(change)
      else if (act.intent === 'remove') {
        requireRecentSignIn(context)
        await removeAccount(change)
      }
      return sameLanguage(request, `/admin/mail/whatsapp?done=${act.intent}`)
    },
    // Before the transaction: nobody's waits for Meta.
    async (act) => {
      if (act.intent === 'check') looked = await lookAgain(now)
      if (act.intent !== 'save') return
      requireRecentSignIn(context)
      if (act.unasked === undefined) looked = await lookAtAccount(act)
    },
  )
}

const DONE = ['save', 'check', 'test', 'prices', 'pause', 'resume', 'remove'] as const

/** The company's account with Meta: how it stands, its templates, what was sent, and what Meta charges for. */
export default function WhatsAppScreen({ loaderData }: Route.ComponentProps) {
  const { account, restUntil, templates, messages, months, prices, drivers, word, address } = loaderData
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
        <Beside>
          <Stack>
            <AccountForm account={account} />
            <Webhook address={address} word={word} />
          </Stack>
          <Stack>
            {account ? <Now account={account} drivers={drivers} /> : null}
            {isSendable ? <Trial /> : null}
            <Card title={t('page.whatsApp.steps.title')}>
              <Bullets numbered>
                {t.list('page.whatsApp.steps.list').map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </Bullets>
            </Card>
          </Stack>
        </Beside>
        <Templates templates={templates} isAsked={account !== null} />
        {account || messages.length > 0 ? <Log messages={messages} /> : null}
        {account || months.length > 0 ? <Costs months={months} prices={prices} /> : null}
      </Stack>
    </>
  )
}

type Standing = { account: AccountInView; templates: readonly TemplateInView[]; restUntil: string | null }

/** What the state means, and what would lift it. */
function Advice({ account, templates, restUntil }: Standing) {
  const t = useT()
  const { state, paused, reason, confirmedAt, heardAt } = account
  const said = paused ? 'paused' : state
  if (said !== 'connected')
    return (
      <Notice tone={said === 'expired' || said === 'error' ? 'bad' : 'warn'}>
        <p>{t(`page.whatsApp.advice.${said}`)}</p>
        {reason === null ? null : <p>{t('page.whatsApp.advice.code', { reason })}</p>}
      </Notice>
    )
  const lacks = [
    ...(templates.some((one) => one.state === 'approved') ? [] : [t('page.whatsApp.advice.templates')]),
    ...(confirmedAt === null && heardAt === null ? [t('page.whatsApp.advice.unheard')] : []),
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
        values={account ?? { phoneNumberId: '', businessAccountId: '' }}
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
  const { phone, name, since, setAt, setBy, checkedAt, confirmedAt, heardAt, paused } = account
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
          <Fact name={t('page.whatsApp.setBy')} isText>
            {setBy ? t('page.whatsApp.setByWho', { at, by: setBy }) : at}
          </Fact>
          <Fact name={t('page.whatsApp.checked')}>{when(checkedAt)}</Fact>
          <Fact name={t('page.whatsApp.confirmed')}>{when(confirmedAt)}</Fact>
          <Fact name={t('page.whatsApp.heard')}>{when(heardAt)}</Fact>
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

/** A message to oneself. */
function Trial() {
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

/** What is entered at Meta so that it says what became of messages. */
function Webhook({ address, word }: { address: string; word: string | null }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.webhook.title')}>
      <Stack>
        <Words look="small">{t('page.whatsApp.webhook.text')}</Words>
        <Facts>
          <Fact name={t('page.whatsApp.webhook.address')} isText>
            <code id="whatsapp-address">{address}</code>
            <CopyButton of="whatsapp-address" label={t('page.whatsApp.webhook.copyAddress')} />
          </Fact>
          <Fact name={t('page.whatsApp.webhook.word')} isText>
            {word === null ? (
              t('page.whatsApp.webhook.later')
            ) : (
              <>
                <code id="whatsapp-word">{word}</code>
                <CopyButton of="whatsapp-word" label={t('page.whatsApp.webhook.copyWord')} />
              </>
            )}
          </Fact>
        </Facts>
      </Stack>
    </Card>
  )
}

const TEMPLATE_TONES: Readonly<Record<TemplateState, StateTone>> = {
  approved: 'ok',
  pending: 'info',
  rejected: 'bad',
  stopped: 'bad',
  differs: 'warn',
  missing: 'todo',
}

/** What must stand at Meta, word for word, and how it stands there. */
function Templates({ templates, isAsked }: { templates: readonly TemplateInView[]; isAsked: boolean }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.templates.title')}>
      <Stack>
        <Words>{t('page.whatsApp.templates.text')}</Words>
        {isAsked ? (
          <Form intent="check" quiet>
            <Actions>
              <SubmitButton kind="outlined">{t('page.whatsApp.templates.check')}</SubmitButton>
            </Actions>
          </Form>
        ) : null}
        <Grid columns={2}>
          {templates.map((template) => (
            <Template key={`${template.name} ${template.language}`} template={template} />
          ))}
        </Grid>
      </Stack>
    </Card>
  )
}

function Template({ template: { name, language, text, state, reason } }: { template: TemplateInView }) {
  const t = useT()
  const id = `${name}-${language}`
  const spoken = t(`page.whatsApp.templates.languages.${language}`)
  const chip = (
    <State tone={state === null ? 'todo' : TEMPLATE_TONES[state]}>
      {state === null ? t('page.whatsApp.templates.unknown') : t(`page.whatsApp.templates.states.${state}`)}
    </State>
  )
  return (
    <Card title={t(`page.whatsApp.templates.what.${name}`)} aside={chip} part>
      <Stack>
        <Words look="small">{spoken}</Words>
        <p>
          <code id={`${id}-name`}>{name}</code>{' '}
          <CopyButton of={`${id}-name`} label={t('page.whatsApp.templates.copyName')} />
        </p>
        {reason === null ? null : <Words look="small">{whatsAppReason(t, reason)}</Words>}
        <TextToTake id={`${id}-text`} label={`${t('page.whatsApp.templates.body')}: ${name}, ${spoken}`} text={text} />
        <Actions>
          <CopyButton of={`${id}-text`} label={t('page.whatsApp.templates.copyText', { name, language: spoken })} />
        </Actions>
      </Stack>
    </Card>
  )
}

const TONES: Readonly<Record<WhatsAppState, StateTone>> = {
  waiting: 'info',
  asking: 'info',
  unsure: 'warn',
  sent: 'info',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  dropped: 'plain',
}

function Log({ messages }: { messages: readonly WhatsAppInList[] }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.log.title')}>
      <Stack>
        {messages.length === 0 ? (
          <Words look="soft">{t('page.whatsApp.log.none')}</Words>
        ) : (
          <Table
            caption={t('page.whatsApp.log.caption')}
            rows={messages}
            rowKey={({ id }) => String(id)}
            columns={logColumns(t)}
          />
        )}
        <Actions>
          <LinkButton to="/admin/mail/whatsapp" kind="text">
            {t('page.whatsApp.log.refresh')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}

function logColumns(t: Translator): Column<WhatsAppInList>[] {
  return [
    { head: t('page.whatsApp.log.columns.to'), cell: ({ driver, to }) => driver?.name ?? to },
    {
      head: t('page.whatsApp.log.columns.what'),
      cell: ({ event }) =>
        event === 'test' ? t('page.whatsApp.log.test') : (t.find(`page.notices.events.${event}`) ?? event),
    },
    {
      head: t('page.whatsApp.log.columns.state'),
      first: true,
      wraps: true,
      cell: ({ state, reason }) => (
        <>
          <State tone={TONES[state]}>{t(`page.whatsApp.chips.${state}`)}</State>
          {reason === null ? null : <small> {whatsAppReason(t, reason)}</small>}
        </>
      ),
    },
    { head: t('page.whatsApp.log.columns.at'), cell: ({ at }) => <Moment at={at} /> },
  ]
}

/** What was sent, what Meta charges for, and what that comes to by the price the office typed. */
function Costs({ months, prices }: { months: readonly WhatsAppMonth[]; prices: Readonly<Record<string, number>> }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.costs.title')}>
      <Stack>
        <Words look="small">{t('page.whatsApp.costs.text')}</Words>
        {months.length === 0 ? null : (
          <Table
            caption={t('page.whatsApp.costs.caption')}
            rows={months}
            rowKey={({ month, category }) => `${month} ${category}`}
            columns={costColumns(t)}
          />
        )}
        <Form intent="prices" mayBeEmpty>
          <FieldRow>
            {PRICED.map((category) => (
              <TextField
                key={category}
                name={category}
                label={`${t('page.whatsApp.costs.prices')}: ${t(`page.whatsApp.costs.${category}`)}`}
                help={t('page.whatsApp.costs.priceHelp')}
                inputMode="decimal"
                defaultValue={typedPrice(prices[category], t)}
              />
            ))}
          </FieldRow>
          <Actions>
            <SubmitButton kind="outlined">{t('page.whatsApp.costs.save')}</SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}

/** Hundred-thousandths of a euro as they are typed. */
function typedPrice(price: number | undefined, t: Translator): string {
  if (price === undefined) return ''
  const decimals = String(price % 100_000)
    .padStart(5, '0')
    .replace(/0{1,3}$/, '')
  return `${Math.floor(price / 100_000)}${t.language === 'pt' ? ',' : '.'}${decimals}`
}

function costColumns(t: Translator): Column<WhatsAppMonth>[] {
  const number = (name: 'sent' | 'delivered' | 'read' | 'failed' | 'billable'): Column<WhatsAppMonth> => ({
    head: t(`page.whatsApp.costs.columns.${name}`),
    number: true,
    cell: (row) => formatNumber(row[name], t.language),
  })
  return [
    { head: t('page.whatsApp.costs.columns.month'), first: true, cell: ({ month }) => formatMonth(month, t.language) },
    {
      head: t('page.whatsApp.costs.columns.category'),
      cell: ({ category }) =>
        category === null
          ? t('page.whatsApp.costs.categories.none')
          : (t.find(`page.whatsApp.costs.categories.${category}`) ?? category),
    },
    number('sent'),
    number('delivered'),
    number('read'),
    number('failed'),
    number('billable'),
    {
      head: t('page.whatsApp.costs.columns.cost'),
      number: true,
      // A price has three digits more than a cent; rounded once, of the whole row.
      cell: ({ billable, price }) =>
        price === null
          ? billable > 0
            ? t('page.whatsApp.costs.noPrice')
            : '–'
          : formatMoney(fraction(cents(billable * price), 1, 1_000), t.language),
    },
  ]
}
