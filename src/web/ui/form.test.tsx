import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import {
  inCase,
  line,
  moment,
  money,
  openChoice,
  paper,
  percent,
  reference,
  references,
  severalChoices,
  text,
} from '#forms/fields.ts'
import { type Described, record } from '#forms/record.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Form, LateReply } from './form.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

const sold = record(
  {
    car: reference('page.fines.form.chooseVehicle'),
    way: openChoice(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
    buyer: inCase(text(40, { required: true })),
    price: inCase(money()),
    at: moment(),
    states: severalChoices(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
    helpers: references(),
    proof: paper(),
  },
  (name) => `page.fleet.vehicle.${name === 'car' ? 'make' : 'plate'}`,
  ['car', 'way', 'at', 'states', 'helpers', 'proof'],
  { cases: { way: { sold: ['buyer', 'price'] } } },
)
const ana = { value: 'a', label: 'Ana' }
const rui = { value: 'r', label: 'Rui' }

function drawn(values: object, reply?: Reply): string {
  const form = <Form of={sold} values={values} offered={{ car: [ana], helpers: [ana, rui] }} reply={reply} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
}

/** The element with this name, up to its closing tag. */
function control(html: string, name: string): string[] {
  return [...html.matchAll(/<(?:input|select|textarea)[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`))
}

test('what the page offers can be chosen, and what was chosen of several is ticked', () => {
  const html = drawn({ car: 'a', helpers: ['r'], states: ['sold'] })
  expect(html).toContain('<option value="a" selected="">Ana</option>')
  expect(control(html, 'helpers[]').map((tag) => tag.includes('checked'))).toEqual([false, true])
  expect(control(html, 'states[]').map((tag) => tag.includes('checked'))).toEqual([false, true])
  expect(html).toContain('multipart/form-data')
})

test('what one case alone asks for stands after its choice, and the browser does not demand what it may hide', () => {
  const html = drawn({ way: 'active' })
  const [buyer = ''] = control(html, 'buyer')
  expect(buyer).toContain('maxLength="40"')
  expect(buyer).toContain('aria-required="true"')
  expect(buyer).not.toContain(' required=""')
  expect(html.indexOf('value="sold"')).toBeLessThan(html.indexOf('name="buyer"'))
  expect(control(html, 'car')[0]).toContain(' required=""')
})

test('a moment is one field of a day and a time, and comes back as it was typed with which of both it was', () => {
  const kept = control(drawn({ at: '2026-10-24T05:30:00Z' }), 'at[]')
  expect(kept.map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual(['2026-10-24', '06:30'])
  const twice = { at: ['field.twice-time'] }
  const back = drawn({}, { values: { 'at[]': '2026-10-25\n01:30\nsecond' }, fieldErrors: twice, refusal: null })
  expect(control(back, 'at[]')).toHaveLength(3)
  expect(back).toContain('<option value="second" selected="">')
})

test('a form that came back asks for its files again by their names, under the field they were chosen in', () => {
  const reply = { values: {}, fieldErrors: {}, refusal: { code: 'upload.busy', params: {} } }
  const html = drawn({}, { ...reply, chosen: { proof: ['recibo maio.pdf'], other: ['b.pdf'] } })
  expect(html.split('Escolha outra vez: ').map((part) => part.slice(0, 15))).toEqual([
    expect.anything(),
    'recibo maio.pdf',
  ])
  expect(drawn({}, reply)).not.toContain('Escolha outra vez')
})

test('a field of the reader’s own data says which a browser may fill in, and one with a comma brings up its keyboard', () => {
  const own = record({ name: line(40, { autofill: 'name' }), rate: percent() }, () => 'page.account.name')
  const html = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '*', element: <Form of={own} values={{ rate: 450 }} /> }])} />,
  )
  expect(control(html, 'name')[0]).toContain('autoComplete="name"')
  const [rate = ''] = control(html, 'rate')
  expect([
    rate.includes('inputMode="decimal"'),
    rate.includes('autoComplete="off"'),
    /value="([^"]*)"/.exec(rate)?.[1],
  ]).toEqual([true, true, '4,50'])
})

/** Calls that the compiler must refuse: none of this runs. */
export function refusedByTheCompiler(described: Described) {
  return [
    <Form key="1" of={described} />,
    // @ts-expect-error -- nobody said which cars and helpers there are
    <Form key="2" of={sold} />,
    // @ts-expect-error -- the name is misspelt
    <Form key="3" of={sold} offered={{ cars: [ana], helpers: [] }} />,
  ]
}

test('a form keeps the language of its page', () => {
  const form = <Form method="get" action="/admin/contracts/new?kind=rental#text" />
  const at = (path: string) => {
    const router = createMemoryRouter([{ path: '*', element: form }], { initialEntries: [path] })
    return renderToStaticMarkup(<RouterProvider router={router} />)
  }
  expect(at('/en/admin/contracts')).toContain('action="/en/admin/contracts/new?kind=rental#text"')
  expect(at('/admin/contracts')).toContain('action="/admin/contracts/new?kind=rental#text"')
})

test('an act whose form the page offers no more says why it was refused; a form that it offers says so itself', () => {
  const refused: Reply = {
    values: { intent: 'confirm' },
    fieldErrors: {},
    refusal: { code: 'damage-report.decided', params: {} },
  }
  const page = (offered: readonly string[]) => {
    const routes = [{ id: 'page', path: '*', element: <LateReply offered={offered} /> }]
    const router = createMemoryRouter(routes, { hydrationData: { actionData: { page: refused } } })
    return renderToStaticMarkup(<RouterProvider router={router} />)
  }
  expect(page(['reopen'])).toContain(pt.errors['damage-report'].decided)
  expect(page(['confirm', 'refuse'])).toBe('')
})
