import { z } from 'zod'
import { givenDay, text } from '#forms/fields.ts'

export const taskInput = z.object({
  what: text(200, { required: true }),
  dueOn: givenDay(),
  // Nobody in particular.
  person: z.string().max(128, 'field.choice').default(''),
})
export const taskDoneInput = z.object({ task: z.guid('field.invalid') })

/** What is to be done about an application. Days and moments are text. */
export type Task = {
  id: string
  what: string
  dueOn: string
  person: { uid: string; name: string } | null
  doneAt: string | null
}

/** One of the list of what is to be done. */
export type OpenTask = Omit<Task, 'doneAt'> & { application: { id: string; name: string } }
