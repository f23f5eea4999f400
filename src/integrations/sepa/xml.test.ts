import { expect, test } from 'vitest'
import { element, textElement } from './xml.ts'

test('text is escaped, elements are not', () => {
  expect(element('A', [textElement('B', 'x < "y" & z >'), textElement('C', '1', ' Ccy="EUR"')], ' v="1"')).toBe(
    '<A v="1">\r\n<B>x &lt; &quot;y&quot; &amp; z &gt;</B>\r\n<C Ccy="EUR">1</C>\r\n</A>',
  )
})
