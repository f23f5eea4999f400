import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PARTS } from '#domain/inspection.ts'
import { pt } from '#messages/pt.ts'
import { translator } from '#messages/translate.ts'
import { registerMessages } from '#web/i18n.tsx'
import Damages from '#web/islands/damages.tsx'
import { typedDamages } from './inspection-form.tsx'

registerMessages('pt', pt)

const REPLY = {
  values: {
    'damageType[]': 'dent\n\nscratch',
    'damagePart[]': 'bonnet\nfront-bumper\nroof',
    'damageX[]': '60\n60\n500',
    'damageY[]': '500\n500\n510',
    'damageSeverity[]': 'serious\nlight\nmoderate',
    'damageIsNew[]': 'known\nnew\nnew',
    'damageNote[]': 'fundo\n\n',
  },
  fieldErrors: {},
  refusal: { code: 'odometer.contradicts', params: {} },
  chosen: { 'damagePhoto-0': ['capot.jpg'] },
}

test('a form that came back has its damages as they were typed, and asks for their photos again', () => {
  const rows = typedDamages(REPLY, translator('pt'))
  expect(rows.map(({ type, part, severity, isNew, note }) => [type, part, severity, isNew, note])).toEqual([
    ['dent', 'bonnet', 'serious', 'known', 'fundo'],
    ['', 'front-bumper', 'light', 'new', ''],
    ['scratch', 'roof', 'moderate', 'new', ''],
  ])
  // Without a script nobody marked a point: the mark is on the part that was named.
  expect([rows[0]?.x, rows[0]?.y]).toEqual(PARTS.bonnet)
  expect([rows[2]?.x, rows[2]?.y]).toEqual([500, 510])

  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const words = { drawing: '', damage: '{number}', type: '', noType: '', part: '', severity: '', isNew: '' }
  const html = renderToStaticMarkup(
    <Damages
      types={options(['dent', 'scratch'])}
      parts={options(['bonnet', 'front-bumper', 'roof'])}
      severities={options(['light', 'moderate', 'serious'])}
      known={[]}
      typed={rows}
      words={{ ...words, fresh: '', known: '', note: '', photo: '', more: '' }}
      language="pt"
    />,
  )
  expect([...html.matchAll(/<option value="(\w*)" selected="">/g)].map(([, value]) => value)).toContain('dent')
  expect(html).toContain('value="fundo"')
  expect(html).toContain('capot.jpg')
  expect(html.match(/name="damageType\[\]"/g)).toHaveLength(3)
})

test('a new form has no damages yet', () => {
  expect(typedDamages(undefined, translator('pt'))).toEqual([])
})
