import pino from 'pino'

/** One JSON line per event on standard error; standard output belongs to people and to `--json`. */
export const log = pino(
  {
    level: process.env['LOG_LEVEL'] || (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'),
    base: null,
    redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'iban', '*.iban', 'nif', '*.nif'],
  },
  pino.destination({ fd: 2, sync: true }),
)
