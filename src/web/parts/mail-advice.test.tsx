import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { MailAdvice } from './mail-advice.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

const drawn = (state: 'waiting' | 'dead', reason: string | null) =>
  renderToStaticMarkup(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <MailAdvice state={state} reason={reason} /> }], {
        initialEntries: ['/admin/mail/1'],
      })}
    />,
  )

test('a message that failed says what to do, a waiting one that it goes out by itself', () => {
  expect(drawn('dead', '550 5.1.1 <rui@example.org>: User unknown')).toContain('Corrija-o na ficha')
  expect(drawn('waiting', '450 4.2.0 Greylisted')).toContain('volta a sair sozinha')
  expect(drawn('dead', '450 4.2.0 Greylisted')).toContain('as tentativas acabaram')
  expect(drawn('waiting', 'connect ECONNREFUSED 127.0.0.1:25')).toContain('href="/admin/mail/server"')
})

test('nothing is said beside a reason of ours, which has its sentence, or beside no reason', () => {
  for (const reason of ['address', null]) expect(drawn('dead', reason)).toBe('')
})
