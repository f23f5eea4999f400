import { z } from 'zod'
import { givenDay, line, userOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const taskRecord = record(
  {
    what: line(),
    dueOn: givenDay(),
    // Empty: anybody.
    person: userOrNone('page.recruitment.tasks.anybody'),
  },
  (name) => `page.recruitment.tasks.${name}`,
  ['what', ['dueOn', 'person']],
  { tells: { what: 'words', dueOn: 'time', person: 'elsewhere' } },
)
export const taskInput = taskRecord.input
export const taskDoneInput = z.object({ task: z.guid('field.invalid') })

/** A task about an application. Days and moments are text. */
export type Task = {
  id: string
  what: string
  dueOn: string
  person: { uid: string; name: string } | null
  doneAt: string | null
}

/** A task in the list of open ones. */
export type OpenTask = Omit<Task, 'doneAt'> & { application: { id: string; name: string } }
