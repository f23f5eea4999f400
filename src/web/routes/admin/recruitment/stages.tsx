import { orderStage } from '#features/recruitment/stages/commands.server.ts'
import { countInStages, listStages } from '#features/recruitment/stages/queries.server.ts'
import { MOST_STAGES, stageOrderInput } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Form, FormReply } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/stages.ts'

export const loader = shows(async () => {
  const [stages, counted] = await Promise.all([listStages(), countInStages()])
  return { stages: stages.map((stage) => ({ ...stage, count: counted.get(stage.id) ?? 0 })) }
})

export const action = saves('stage.order', stageOrderInput, async (deed, input) => {
  await orderStage(deed, input)
  return '/admin/recruitment/stages'
})

/** The columns of the board: their names, their order, and what the applicant reads meanwhile. */
export default function StagesScreen({ loaderData: { stages }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.stages.title')}
        subtitle={t('page.recruitment.stages.subtitle')}
        back={{ to: '/admin/recruitment', label: t('page.recruitment.title') }}
        actions={
          stages.length < MOST_STAGES ? (
            <LinkButton to="/admin/recruitment/stages/new" kind="primary" icon="plus">
              {t('page.recruitment.stages.create')}
            </LinkButton>
          ) : null
        }
      />
      <Page width="middle">
        <Stack>
          <DoneNote />
          <FormReply reply={reply} />
          <Table
            caption={t('page.recruitment.stages.title')}
            rows={stages}
            rowKey={({ id }) => id}
            href={({ id }) => `/admin/recruitment/stages/${id}`}
            columns={[
              { head: t('page.recruitment.stages.columns.name'), cell: ({ name }) => name[t.language] },
              {
                head: t('page.recruitment.stages.columns.state'),
                cell: ({ state }) => t(`page.apply.state.stops.${state}`),
              },
              { head: t('page.recruitment.stages.columns.count'), cell: ({ count }) => count, number: true },
              {
                head: t('page.recruitment.stages.columns.order'),
                cell: ({ id, name }, at) => (
                  <Form inline aria-label={t('page.recruitment.stages.order', { name: name[t.language] })}>
                    <input type="hidden" name="stage" value={id} />
                    {(['earlier', 'later'] as const)
                      .filter((way) => (way === 'earlier' ? at > 0 : at < stages.length - 1))
                      .map((way) => (
                        <Button key={way} type="submit" kind="text" name="way" value={way}>
                          {t(`page.recruitment.stages.${way}`)}
                        </Button>
                      ))}
                  </Form>
                ),
              },
            ]}
          />
        </Stack>
      </Page>
    </>
  )
}
