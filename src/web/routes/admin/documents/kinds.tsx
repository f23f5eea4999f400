import { PAPER_HOLDERS, type PaperHolder } from '#domain/paper.ts'
import { saveRules } from '#features/papers/kinds/commands.server.ts'
import {
  type PaperKindWithVersion,
  listAgeLimits,
  listKinds,
  paperRules,
} from '#features/papers/kinds/queries.server.ts'
import { rulesInput, rulesRecord } from '#features/papers/kinds/schema.ts'
import { listMissingFor } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/kinds.ts'
import { AgeLimits } from './age-limits.tsx'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [assign, pay] = [await listMissingFor('assign', now), await listMissingFor('pay', now)]
  return {
    kinds: await listKinds(),
    limits: await listAgeLimits(),
    rules: await paperRules(),
    stopped: { assign: assign.size, pay: pay.size },
  }
})

export const action = saves('paper-rules.save', rulesInput, async (change, input) => {
  await saveRules(change, input)
  return '/admin/documents/kinds?done=saved'
})

/** The kinds of papers, and what is blocked while one is missing. */
export default function KindsScreen({ loaderData: { kinds, limits, rules, stopped } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
        title={t('page.papers.kinds.title')}
        subtitle={t('page.papers.kinds.subtitle')}
        actions={
          <LinkButton to="/admin/documents/kinds/new" kind="primary" icon="plus">
            {t('page.papers.kinds.create')}
          </LinkButton>
        }
      />
      <Page>
        <Stack>
          <DoneNote />
          <SideBySide>
            <Card title={t('page.papers.rules.title')}>
              <Form
                of={rulesRecord}
                values={rules}
                version={rules.version}
                drawn={{
                  stopsAssigning: <Stops name="stopsAssigning" checked={rules.stopsAssigning} count={stopped.assign} />,
                  stopsPaying: <Stops name="stopsPaying" checked={rules.stopsPaying} count={stopped.pay} />,
                }}
              >
                <Actions>
                  <SubmitButton>{t('page.papers.rules.submit')}</SubmitButton>
                </Actions>
              </Form>
            </Card>
            <Section
              title={t('page.papers.ages.title')}
              aside={
                <LinkButton to="/admin/documents/kinds/ages" kind="text">
                  {t('page.papers.ages.create')}
                </LinkButton>
              }
            >
              <AgeLimits limits={limits} />
            </Section>
          </SideBySide>
          {PAPER_HOLDERS.map((holder) => (
            <Kinds key={holder} holder={holder} kinds={kinds.filter((kind) => kind.holder === holder)} />
          ))}
        </Stack>
      </Page>
    </>
  )
}

function Kinds({ holder, kinds }: { holder: PaperHolder; kinds: readonly PaperKindWithVersion[] }) {
  const t = useT()
  return (
    <Section title={t(`page.papers.kinds.of.${holder}`)}>
      <Table
        caption={t('page.papers.kinds.caption', { of: t(`page.papers.kinds.of.${holder}`) })}
        rows={kinds}
        rowKey={({ code }) => code}
        href={({ code }) => `/admin/documents/kinds/${code}`}
        columns={columns(t)}
      />
    </Section>
  )
}

function columns(t: Translator): Column<PaperKindWithVersion>[] {
  return [
    {
      head: t('page.papers.kinds.columns.name'),
      cell: ({ name, isUsed }) => (isUsed ? name[t.language] : <s>{name[t.language]}</s>),
    },
    {
      head: t('page.papers.kinds.columns.needed'),
      wraps: true,
      cell: ({ holder, needed }) =>
        (['drive', 'assign', 'pay'] as const)
          .filter((use) => needed[use])
          .map((use) => t(holder === 'driver' ? `page.papers.uses.${use}` : `page.papers.usesOfCar.${use}`))
          .join(', ') || '–',
    },
    {
      head: t('page.papers.kinds.columns.holds'),
      cell: ({ hasExpiry, validMonths }) => {
        if (!hasExpiry) return t('page.papers.facts.noEnd')
        return validMonths === null
          ? t('page.papers.kinds.asWritten')
          : t('page.papers.kinds.months', { count: validMonths })
      },
    },
    {
      head: t('page.papers.kinds.columns.regimes'),
      wideOnly: true,
      cell: ({ appliesTo }) =>
        appliesTo
          .map((group) => t.find(`page.fleet.regimes.${group}`) ?? t.find(`page.upkeep.title.titles.${group}`) ?? group)
          .join(', '),
    },
  ]
}

/** The tick of a rule, with how many drivers it would stop today. */
function Stops({ name, checked, count }: { name: 'stopsAssigning' | 'stopsPaying'; checked: boolean; count: number }) {
  const t = useT()
  return (
    <CheckboxField
      name={name}
      label={t(`page.papers.rules.${name}`)}
      help={count === 0 ? t('page.papers.rules.stopsNobody') : t('page.papers.rules.stopped', { count })}
      defaultChecked={checked}
    />
  )
}
