import { z } from 'zod'
import { givenDay, line, somebodyOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const taskRecord = record(
  {
    what: line(),
    dueOn: givenDay(),
    // Nobody in particular.
    person: somebodyOrNone('page.recruitment.tasks.anybody'),
  },
  (name) => `page.recruitment.tasks.${name}`,
  ['what', ['dueOn', 'person']],
  { tells: { what: 'words', dueOn: 'time', person: 'elsewhere' } },
)
export const taskInput = taskRecord.input
export const taskDoneInput = z.object({ task: z.guid('field.invalid') })

/** What is to be done about an application. Days and moments are text. */
export type Task = {
  id: string
  what: string
  dueOn: string
  person: { uid: string; name: string } | null
  doneAt: string | null
}

/** A task in the list of what is to be done. */
export type OpenTask = Omit<Task, 'doneAt'> & { application: { id: string; name: string } }
