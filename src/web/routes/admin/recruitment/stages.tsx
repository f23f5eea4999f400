import { orderStage } from '#features/recruitment/stages/commands.server.ts'
import { countInStages, listStages } from '#features/recruitment/stages/queries.server.ts'
import { MAX_STAGES, stageOrderInput } from '#features/recruitment/stages/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Form, FormReply } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/stages.ts'

export const loader = shows(async () => {
  const [stages, counted] = await Promise.all([listStages(), countInStages()])
  return { stages: stages.map((stage) => ({ ...stage, count: counted.get(stage.id) ?? 0 })) }
})

export const action = saves('stage.order', stageOrderInput, async (change, input) => {
  await orderStage(change, input)
  return '/admin/recruitment/stages'
})

/** The columns of the board: their names, their order, and what the applicant reads while in each. */
export default function StagesScreen({ loaderData: { stages }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page>
      <div>
        <PageHead
          title={t('page.recruitment.stages.title')}
          subtitle={t('page.recruitment.stages.subtitle')}
          back={{ to: '/admin/recruitment', label: t('page.recruitment.title') }}
          actions={
            stages.length < MAX_STAGES ? (
              <LinkButton to="/admin/recruitment/stages/new" kind="primary" icon="plus">
                {t('page.recruitment.stages.create')}
              </LinkButton>
            ) : null
          }
        />
        <Stack>
          <DoneNote />
          <FormReply reply={reply} />
          <Table
            caption={t('page.recruitment.stages.title')}
            rows={stages}
            rowKey={({ id }) => id}
            href={({ id }) => `/admin/recruitment/stages/${id}`}
            columns={columns(t, stages.length)}
          />
        </Stack>
      </div>
    </Page>
  )
}

type Row = Route.ComponentProps['loaderData']['stages'][number]

function columns(t: Translator, count: number): Column<Row>[] {
  return [
    { head: t('page.recruitment.stages.columns.name'), cell: ({ name }) => name[t.language] },
    { head: t('page.recruitment.stages.columns.state'), cell: ({ state }) => t(`page.apply.state.stops.${state}`) },
    { head: t('page.recruitment.stages.columns.count'), cell: (row) => row.count, number: true },
    {
      head: t('page.recruitment.stages.columns.order'),
      cell: (stage, at) => <Order stage={stage} isFirst={at === 0} isLast={at === count - 1} />,
    },
  ]
}

function Order({ stage: { id, name }, isFirst, isLast }: { stage: Row; isFirst: boolean; isLast: boolean }) {
  const t = useT()
  return (
    <Form inline aria-label={t('page.recruitment.stages.order', { name: name[t.language] })}>
      <input type="hidden" name="stage" value={id} />
      {isFirst ? null : (
        <Button type="submit" kind="text" name="way" value="earlier">
          {t('page.recruitment.stages.earlier')}
        </Button>
      )}
      {isLast ? null : (
        <Button type="submit" kind="text" name="way" value="later">
          {t('page.recruitment.stages.later')}
        </Button>
      )}
    </Form>
  )
}
