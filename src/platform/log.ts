import pino from 'pino'
import { causeInLog } from './cause.ts'
import { readableLine } from './log-lines.ts'
import { operatorInLog } from './operator.ts'

/** Whether a person reads along: on a terminal, outside production. JSON is for machines. */
const isRead = process.stderr.isTTY && (process.env['VOLANTE_MODE'] || process.env['NODE_ENV']) !== 'production'

/** One line per event on standard error, in JSON where no person reads along; standard output belongs to people and to `--json`. */
export const log = pino(
  {
    level: process.env['LOG_LEVEL'] || (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'),
    base: null,
    mixin: () => ({ ...causeInLog(), ...operatorInLog() }),
    redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'iban', '*.iban', 'nif', '*.nif'],
  },
  isRead ? { write: writeLine } : withErrorsIgnored(pino.destination({ fd: 2, sync: true })),
)

// A closed terminal takes no more text. Without a listener its error would end a site while it stops.
for (const stream of [process.stdout, process.stderr]) withErrorsIgnored(stream)

function withErrorsIgnored<Stream extends { on: (event: 'error', listener: () => void) => unknown }>(
  stream: Stream,
): Stream {
  stream.on('error', () => undefined)
  return stream
}

function writeLine(line: string): void {
  const text = readableLine(line)
  if (text !== null) process.stderr.write(`${text}\n`)
}
