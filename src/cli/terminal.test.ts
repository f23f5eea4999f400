import { expect, test } from 'vitest'
import { safeForTerminal } from './terminal.ts'

test('a name in a file tells the terminal nothing but letters', () => {
  expect(safeForTerminal('M5  Zé \u001b]0;dono\u0007\u001b[2J\u009b31m\u202eáS  12,00 €\r\n\tfim')).toBe(
    'M5  Zé \ufffd]0;dono\ufffd\ufffd[2J\ufffd31m\ufffdáS  12,00 €\ufffd\n\tfim',
  )
})
