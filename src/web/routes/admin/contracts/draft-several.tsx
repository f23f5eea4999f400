import { namesApart } from '#domain/driver.ts'
import { useSearchParams } from 'react-router'
import type { Placeholder } from '#domain/contract.ts'
import { lockCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { draftSeveral } from '#features/contracts/several/commands.server.ts'
import { draftObstacles } from '#features/contracts/several/queries.server.ts'
import {
  KINDS_OF_SEVERAL,
  type DraftObstacles,
  fieldOf,
  severalChoice,
  severalInput,
} from '#features/contracts/several/schema.ts'
import { LONGEST_FACT, choiceRecord, contractDays } from '#features/contracts/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { saves, shows } from '#web/screen.server.ts'
import { FLEET } from '#web/routes/admin/drivers/fleet.tsx'
import { listDriverRows } from '#web/routes/admin/drivers/listed.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Fieldset, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton, RecordFields } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/draft-several.ts'
import { dayAt } from './listed.server.ts'

/** The most drivers that an address names: a longer address is cut by some proxies on the way. */
const MAX_NAMED_DRIVERS = 50

export const loader = shows(async ({ request, url }: Route.LoaderArgs, { now, t }) => {
  const chosen = namesApart(chosenOf(FLEET, await listDriverRows(request, now), request, t))
  const drivers = chosen
    .filter(({ gone, status }) => gone === null && status !== 'inactive')
    .map(({ id, name }) => ({ id, name }))
  const choice = severalChoice.safeParse(Object.fromEntries(url.searchParams))
  return {
    drivers,
    left: chosen.length - drivers.length,
    today: dayAt(now),
    chosen: choice.success ? { choice: choice.data, outlook: await draftObstacles(drivers, choice.data, now) } : null,
  }
})

export const action = saves('contract.draft', severalInput, async (change, input) => {
  const ids = input.drivers.map(({ driver }) => driver)
  const requireOne = await lockCurrent(ids, change.tx)
  for (const id of ids) requireOne(id)
  const { made, left } = await draftSeveral(change, input)
  if (left.length === 0 || left.length > MAX_NAMED_DRIVERS) return `/admin/contracts?made=${made}&left=${left.length}`
  // The page that follows names the drivers who were left out, with links to fill in what they lack.
  const again = new URLSearchParams({ kind: input.kind, language: input.language, made: String(made) })
  for (const driver of left) again.append('id', driver)
  return `/admin/drivers/together/contract?${again}`
})

/**
 * Drafts one kind of contract for several drivers: choose the template; then see what each of them lacks, and one press for those
 * who lack nothing.
 */
export default function DraftSeveralScreen({ loaderData }: Route.ComponentProps) {
  const { drivers, left, today, chosen } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  // The drivers as the list's query names them: the ids of two hundred drivers make an address too long for some
  // proxies.
  const parameters = [...query].filter(([name]) => name !== 'kind' && name !== 'language' && name !== 'made')
  const made = query.get('made')
  const count = drivers.length
  return (
    <>
      <PageHead
        title={t('page.contractsOfSeveral.title')}
        subtitle={left > 0 ? t('page.contractsOfSeveral.left', { count: left }) : undefined}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Page width="middle">
        {count === 0 ? (
          <Section title={t('common.list.nobody')}>
            <LinkButton to="/admin/drivers">{t('common.list.back')}</LinkButton>
          </Section>
        ) : (
          <Stack>
            {made === null ? null : (
              <Notice tone="warn">
                <p>{t('page.contractsOfSeveral.made', { count: Number(made) })}</p>
                <p>
                  {t('page.contractsOfSeveral.leftOutNames', {
                    count,
                    names: drivers.map(({ name }) => name).join(', '),
                  })}
                </p>
              </Notice>
            )}
            <Form method="get">
              {parameters.map(([name, value]) => (
                <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
              ))}
              <Words>{t('page.contractsOfSeveral.text', { count })}</Words>
              <RecordFields
                of={choiceRecord}
                values={chosen?.choice ?? {}}
                offered={{
                  driver: [],
                  kind: KINDS_OF_SEVERAL.map((value) => ({ value, label: t(`page.contracts.kinds.${value}`) })),
                }}
                drawn={{ driver: null }}
              />
              <Actions>
                <SubmitButton kind={chosen ? 'outlined' : 'primary'}>{t('page.contractsOfSeveral.look')}</SubmitButton>
              </Actions>
            </Form>
            {chosen ? <Found chosen={chosen} today={today} /> : null}
          </Stack>
        )}
      </Page>
    </>
  )
}

type FoundProps = {
  chosen: NonNullable<Route.ComponentProps['loaderData']['chosen']>
  today: string
}

function Found({ chosen: { choice, outlook }, today }: FoundProps) {
  const t = useT()
  const able = outlook.filter(({ has, lacks }) => has === null && lacks.length === 0)
  const others = outlook.filter((candidate) => !able.includes(candidate))
  return (
    <>
      {others.length > 0 ? (
        <Section title={t('page.contractsOfSeveral.others', { count: others.length })}>
          <Items label={t('page.contractsOfSeveral.others', { count: others.length })}>
            {others.map((other) => (
              <NoContractReason key={other.driver.id} outlook={other} />
            ))}
          </Items>
        </Section>
      ) : null}
      <Section title={t('page.contractsOfSeveral.able', { count: able.length })}>
        {able.length === 0 ? (
          <Words>{t('page.contractsOfSeveral.none')}</Words>
        ) : (
          <Form mayBeEmpty>
            <input type="hidden" name="kind" value={choice.kind} />
            <input type="hidden" name="language" value={choice.language} />
            <RecordFields of={contractDays} values={{ startsOn: today }} />
            <TextField
              name="representative"
              label={t('page.contractsOfSeveral.representative')}
              maxLength={LONGEST_FACT}
              required
            />
            {able.map(({ driver, asks }) => (
              <Fieldset key={driver.id} legend={driver.name}>
                <input type="hidden" name="ids[]" value={driver.id} />
                {asks.length === 0 ? <Words look="small">{t('page.contractsOfSeveral.ready')}</Words> : null}
                {asks.map((name) => (
                  <TextField
                    key={name}
                    name={fieldOf(name, driver.id)}
                    label={sentenceCase(t(`page.contracts.placeholders.${name}`))}
                    maxLength={LONGEST_FACT}
                    autoComplete="off"
                  />
                ))}
              </Fieldset>
            ))}
            <Notice>{t('page.contractsOfSeveral.skipped')}</Notice>
            <Actions>
              <SubmitButton>{t('page.contractsOfSeveral.submit')}</SubmitButton>
              <LinkButton to="/admin/drivers" kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Section>
    </>
  )
}

/** Why a driver gets no contract: there is one already, or something is missing, with a link to fill it in. */
function NoContractReason({ outlook: { driver, has, lacks } }: { outlook: DraftObstacles }) {
  const t = useT()
  const addresses = [...new Set(lacks.map((name) => wayTo(name, driver.id)))]
  const names = (way: string) =>
    lacks.filter((name) => wayTo(name, driver.id) === way).map((name) => t(`page.contracts.placeholders.${name}`))
  return (
    <Item title={driver.name}>
      <Links>
        {has ? (
          <Link to={`/admin/contracts/${has.id}`}>{t('page.contractsOfSeveral.has', { number: has.number })}</Link>
        ) : (
          addresses.map((way) => (
            <Link key={way} to={way}>
              {t('page.contractsOfSeveral.lacks', { names: names(way).join(', ') })}
            </Link>
          ))
        )}
      </Links>
    </Item>
  )
}

const OF_COMPANY: ReadonlySet<Placeholder> = new Set(['companyName', 'companyNipc', 'companyLicence', 'companyAddress'])
const OF_TERMS: ReadonlySet<Placeholder> = new Set(['fee', 'rent', 'tolls'])
const OF_PLAN: ReadonlySet<Placeholder> = new Set(['total', 'instalments', 'firstWeek', 'planReason'])

const OF_CAR: ReadonlySet<Placeholder> = new Set([
  ...(['carName', 'carPlate', 'carRegistered', 'carRecord', 'carInsurance', 'carLink'] as const),
])

/** The page on which a missing fact is filled in. */
function wayTo(name: Placeholder, driver: string): string {
  if (OF_COMPANY.has(name)) return '/admin/company'
  if (OF_TERMS.has(name)) return `/admin/drivers/${driver}/terms`
  if (OF_CAR.has(name)) return `/admin/drivers/${driver}/cars`
  return OF_PLAN.has(name) ? `/admin/financing/new?driver=${driver}` : `/admin/drivers/${driver}/edit`
}

/** Capitalises a name, so that it can be the label of a field. */
function sentenceCase(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
