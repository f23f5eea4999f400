import { type Task, taskRecord } from '#features/recruitment/tasks/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'

type Props = {
  tasks: readonly Task[]
  people: readonly { uid: string; name: string }[]
  today: string
  isOver: boolean
}

/** The tasks about an application: by whom and until when. */
export function TasksCard({ tasks, people, today, isOver }: Props) {
  const t = useT()
  return (
    <Card title={t('page.recruitment.tasks.title')}>
      <Stack>
        {tasks.length === 0 ? <Words look="small">{t('page.recruitment.tasks.none')}</Words> : null}
        {tasks.length > 0 ? (
          <Items label={t('page.recruitment.tasks.title')}>
            {tasks.map((task) => (
              <Item
                key={task.id}
                acts={
                  <Form inline aria-label={task.what}>
                    <input type="hidden" name="intent" value={task.doneAt ? 'undone' : 'done'} />
                    <input type="hidden" name="task" value={task.id} />
                    <Button type="submit" kind="text">
                      {t(task.doneAt ? 'page.recruitment.tasks.undo' : 'page.recruitment.tasks.finish')}
                    </Button>
                  </Form>
                }
              >
                <p>{task.doneAt ? <s>{task.what}</s> : task.what}</p>
                <small>
                  {[formatDay(task.dueOn, t.language), task.person?.name].filter(Boolean).join(' · ')}{' '}
                  {!task.doneAt && task.dueOn < today ? (
                    <State tone="warn">{t('page.recruitment.tasks.late')}</State>
                  ) : null}
                </small>
              </Item>
            ))}
          </Items>
        ) : null}
        {isOver ? null : (
          <Form
            quiet
            of={taskRecord}
            values={{ dueOn: today }}
            offered={{ person: people.map(({ uid, name }) => ({ value: uid, label: name })) }}
          >
            <input type="hidden" name="intent" value="task" />
            <Actions>
              <SubmitButton kind="outlined">{t('page.recruitment.tasks.add')}</SubmitButton>
            </Actions>
          </Form>
        )}
      </Stack>
    </Card>
  )
}
