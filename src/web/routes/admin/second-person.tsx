import { useSearchParams } from 'react-router'
import { isSettingName, SETTINGS } from '#domain/financial-settings.ts'
import type { SettingValue } from '#domain/financial-settings.ts'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { beginRule, checkIban, decide, endRule } from '#features/oversight/second-person/commands.server.ts'
import {
  countMoneyPeople,
  listCheckedIbans,
  listFreshPeople,
  listLooks,
  listUncheckedIbans,
  twoPeopleSince,
} from '#features/oversight/second-person/queries.server.ts'
import {
  type LookInput,
  type SecondLook,
  type UncheckedIban,
  type CheckedIban,
  lookInput,
  declining,
} from '#features/oversight/second-person/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeek, formatWeekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Links, Page } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Reply } from '#web/reply.ts'
import type { Route } from './+types/second-person.ts'
import { settingWords } from './financial-settings/setting-words.ts'

export const loader = shows(async ({ context }: Route.LoaderArgs, { now }) => {
  const [since, people, fresh, looks, ibans, checked] = await Promise.all([
    twoPeopleSince(),
    countMoneyPeople(),
    listFreshPeople(now),
    listLooks(),
    listUncheckedIbans(),
    listCheckedIbans(),
  ])
  return {
    since: since?.toString() ?? null,
    isAlone: people < 2,
    fresh: fresh.map(({ name, until }) => ({ name, until: until.toString() })),
    me: requireUser(context).uid,
    looks,
    ibans,
    checked,
  }
})

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, actionOf, lookInput, async (input, change) => {
    requireRecentSignIn(context)
    if (input.intent === 'on' || input.intent === 'off') requireAdmin(context, 'house')
    return sameLanguage(request, `/admin/second-person?done=${await carryOutIntent(input, change)}`)
  })

const actionOf = ({ intent }: LookInput) => (intent === 'iban' ? 'iban.check' : `second-look.${intent}`)

async function carryOutIntent(input: LookInput, change: Change): Promise<(typeof DONE)[number]> {
  switch (input.intent) {
    case 'on':
      await beginRule(change)
      return 'on'
    case 'off':
      return (await endRule(change)) === 'asked' ? 'asked' : 'off'
    case 'iban':
      await checkIban(change, input)
      return 'checked'
    case 'accept':
    case 'decline':
    case 'withdraw':
      await decide(change, input)
      return ({ accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const)[input.intent]
  }
}

const DONE = ['on', 'off', 'asked', 'accepted', 'declined', 'withdrawn', 'checked', 'unchecked'] as const

/** Changes that wait for a second person, and the rule that makes them wait. */
export default function SecondPersonScreen({
  loaderData: { since, isAlone, fresh, me, looks, ibans, checked },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((candidate) => candidate === query.get('done'))
  return (
    <>
      <PageHead title={t('page.secondPerson.title')} subtitle={t('page.secondPerson.subtitle')} />
      <Page width="middle">
        <Stack>
          <FormReply reply={reply} />
          {done && !reply ? <Done>{t(`page.secondPerson.done.${done}`)}</Done> : null}
          {since === null && looks.length === 0 ? null : (
            <Section title={t('page.secondPerson.looks.title')}>
              {looks.length === 0 ? (
                <p>{t('page.secondPerson.looks.none')}</p>
              ) : (
                <Items>
                  {looks.map((look) => (
                    <Look key={look.id} look={look} isOwn={look.askedBy.uid === me} reply={reply} />
                  ))}
                </Items>
              )}
            </Section>
          )}
          {since === null ? null : (
            <Section title={t('page.secondPerson.ibans.title')}>
              <Stack>
                <p>{t(ibans.length === 0 ? 'page.secondPerson.ibans.none' : 'page.secondPerson.ibans.how')}</p>
                {ibans.length === 0 ? null : (
                  <Items>
                    {ibans.map((iban) => (
                      <Iban key={iban.driver.id} iban={iban} isOwn={iban.by.uid === me} />
                    ))}
                  </Items>
                )}
              </Stack>
            </Section>
          )}
          <Checked ibans={checked} />
          <Rule since={since} isAlone={isAlone} fresh={fresh} />
        </Stack>
      </Page>
    </>
  )
}

function Look({ look, isOwn, reply }: { look: SecondLook; isOwn: boolean; reply: Reply | undefined }) {
  const t = useT()
  const what = t(`page.secondPerson.looks.kinds.${look.kind}`)
  return (
    <Item
      title={what}
      acts={
        isOwn ? (
          <Form inline>
            <input type="hidden" name="look" value={look.id} />
            <SubmitButton kind="outlined" name="intent" value="withdraw">
              {t('page.secondPerson.looks.withdraw')}
            </SubmitButton>
          </Form>
        ) : (
          <Form inline>
            <input type="hidden" name="look" value={look.id} />
            <SubmitButton name="intent" value="accept" aria-label={t('page.secondPerson.looks.acceptOne', { what })}>
              {t('page.secondPerson.looks.accept')}
            </SubmitButton>
          </Form>
        )
      }
      under={
        isOwn ? null : (
          <Links>
            <details>
              <summary>{t('page.secondPerson.looks.decline')}</summary>
              <Form quiet of={declining} reply={reply}>
                <input type="hidden" name="look" value={look.id} />
                <Actions>
                  <SubmitButton kind="outlined" name="intent" value="decline">
                    {t('page.secondPerson.looks.decline')}
                  </SubmitButton>
                </Actions>
              </Form>
            </details>
          </Links>
        )
      }
    >
      <small>
        {t('page.secondPerson.looks.by', { name: look.askedBy.name, at: formatInstant(look.askedAt, t.language) })}
      </small>
      {changesOf(look, t).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <DriverOf look={look} />
      {isOwn ? <p>{t('page.secondPerson.looks.own')}</p> : null}
    </Item>
  )
}

/** For money of one driver: who it is, with a link to the record. */
function DriverOf({ look: { after } }: { look: SecondLook }) {
  const t = useT()
  if (typeof after['driver'] !== 'string') return null
  return (
    <p>
      <Link to={`/admin/drivers/${after['driver']}`}>{t('page.secondPerson.looks.open')}</Link>
    </p>
  )
}

/** One sentence for each thing that would change: "Espera do IBAN: 48 h → 0 h". */
function changesOf({ kind, before, after }: SecondLook, t: Translator): string[] {
  if (kind === 'rule-off') return [t('page.secondPerson.looks.ruleOff')]
  const nothing = t('page.secondPerson.looks.nothing')
  if (kind === 'company') {
    const account = ({ debtorIbanEnds: ends }: Readonly<Record<string, unknown>>) =>
      typeof ends === 'string' ? `•••• ${ends}` : nothing
    return [`${t('page.secondPerson.looks.account')}: ${account(before)} → ${account(after)}`]
  }
  if (kind !== 'settings') return moneyOf({ kind, before, after }, t)
  const week = formatWeekNumber(readWeek(String(after['from'])), t.language)
  return [
    ...SETTINGS.filter(({ name }) => isSettingName(name) && name in before).map(({ name, kind: of }) => {
      const value = (from: Readonly<Record<string, unknown>>) => settingWords(of, from[name] as SettingValue, t)
      return `${t(`page.settings.names.${name}`)}: ${value(before)} → ${value(after)}`
    }),
    t('page.secondPerson.looks.from', { week, reason: String(after['reason']) }),
  ]
}

/** The facts of a payment to a driver as sentences: name, amount ("A pagar: 300,00 €"), instalments and reason. */
function moneyOf({ kind, before, after }: Pick<SecondLook, 'kind' | 'before' | 'after'>, t: Translator): string[] {
  const money = (amount: unknown) => formatMoney(cents(Number(amount)), t.language)
  const amount = money(after['amount'])
  const isOtherAmount = kind === 'advance-request' && before['amount'] !== after['amount']
  return [
    t('page.secondPerson.looks.driver', { name: String(after['name']) }),
    isOtherAmount
      ? t('page.secondPerson.looks.amountAsked', { amount, asked: money(before['amount']) })
      : t('page.secondPerson.looks.amount', { amount }),
    ...(typeof after['count'] === 'number'
      ? [
          t('page.secondPerson.looks.instalments', {
            count: after['count'],
            first: formatWeek(readWeek(String(after['first'])), t.language),
          }),
        ]
      : []),
    ...(kind === 'final' ? [t('page.secondPerson.looks.final')] : []),
    t('page.secondPerson.looks.reason', { reason: String(after['reason']) }),
  ]
}

function Iban({ iban: { driver, masked, seen, holder, by }, isOwn }: { iban: UncheckedIban; isOwn: boolean }) {
  const t = useT()
  return (
    <Item
      title={driver.name}
      acts={
        isOwn ? null : (
          <Form inline>
            <input type="hidden" name="driver" value={driver.id} />
            <input type="hidden" name="seen" value={seen} />
            <SubmitButton
              name="intent"
              value="iban"
              aria-label={t('page.secondPerson.ibans.checkOne', { name: driver.name })}
            >
              {t('page.secondPerson.ibans.check')}
            </SubmitButton>
            <LinkButton
              to={`/admin/drivers/${driver.id}/iban`}
              kind="text"
              aria-label={t('page.secondPerson.ibans.wrongOne', { name: driver.name })}
            >
              {t('page.secondPerson.ibans.wrong')}
            </LinkButton>
          </Form>
        )
      }
    >
      <p className="num">
        <b>{masked}</b>{' '}
        <LinkButton to={`/admin/sealed/account/iban/${driver.id}?from=second-person`} kind="text">
          {t('page.sealed.ofIban')}
        </LinkButton>
      </p>
      <small>
        {t('page.secondPerson.ibans.holder', { holder })} · {t('page.secondPerson.ibans.by', { name: by.name })}
      </small>
      {isOwn ? <p>{t('page.secondPerson.ibans.own')}</p> : null}
    </Item>
  )
}

/** IBANs that were checked and are in no bank file yet: their check can be taken back. */
function Checked({ ibans }: { ibans: readonly CheckedIban[] }) {
  const t = useT()
  if (ibans.length === 0) return null
  return (
    <Section title={t('page.secondPerson.checked.title')}>
      <Stack>
        <p>{t('page.secondPerson.checked.how')}</p>
        <Items>
          {ibans.map(({ id, driver, masked, at, by }) => (
            <Item
              key={id}
              title={driver.name}
              acts={
                <LinkButton
                  to={`/admin/drivers/${driver.id}/iban/check`}
                  kind="text"
                  aria-label={t('page.secondPerson.checked.takeBackOne', { name: driver.name })}
                >
                  {t('page.secondPerson.checked.takeBack')}
                </LinkButton>
              }
            >
              <p className="num">
                <b>{masked}</b>
              </p>
              <small>{t('page.secondPerson.checked.by', { name: by.name, at: formatInstant(at, t.language) })}</small>
            </Item>
          ))}
        </Items>
      </Stack>
    </Section>
  )
}

type RuleProps = {
  since: string | null
  isAlone: boolean
  fresh: readonly { name: string; until: string }[]
}

function Rule({ since, isAlone, fresh }: RuleProps) {
  const t = useT()
  return (
    <Section title={t('page.secondPerson.rule.title')}>
      <Card>
        <Stack>
          <p>
            {since === null
              ? t('page.secondPerson.rule.off')
              : t('page.secondPerson.rule.on', { at: formatInstant(since, t.language) })}
          </p>
          <p>{t('page.secondPerson.rule.means')}</p>
          <Bullets>
            {(['approve', 'iban', 'advances', 'settings', 'fresh', 'end'] as const).map((rule) => (
              <li key={rule}>{t(`page.secondPerson.rule.${rule}`)}</li>
            ))}
          </Bullets>
          {fresh.map(({ name, until }) => (
            <p key={name}>{t('page.secondPerson.rule.freshUntil', { name, at: formatInstant(until, t.language) })}</p>
          ))}
          {since === null && isAlone ? (
            <Notice action={<LinkButton to="/admin/users/invite">{t('page.secondPerson.rule.invite')}</LinkButton>}>
              {t('page.secondPerson.rule.alone')}
            </Notice>
          ) : (
            <Form quiet>
              <Actions>
                <SubmitButton kind="outlined" name="intent" value={since === null ? 'on' : 'off'}>
                  {t(since === null ? 'page.secondPerson.rule.turnOn' : 'page.secondPerson.rule.turnOff')}
                </SubmitButton>
              </Actions>
            </Form>
          )}
        </Stack>
      </Card>
    </Section>
  )
}
