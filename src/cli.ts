import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { Cancelled } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { dataPath, hostFolder } from '#platform/env.server.ts'
import { restrictToOwner } from '#platform/private-folder.ts'
import { translator } from '#messages/translate.ts'
import { isDiskFull } from '#platform/trouble.ts'
import { type Command, UsageError } from './cli/command.ts'
import { COMMANDS } from './cli/commands.ts'
import { placeTrouble } from './cli/places.ts'
import { safeForTerminal } from './cli/terminal.ts'

/** What a shell expects of a command that Ctrl-C stopped. */
const CANCELLED = 130

/**
 * The `volante` command: one line per command in `cli/commands.ts`. Exit 0 done, 1 refused or failed, 2 not understood,
 * 130 stopped with Ctrl-C.
 */
async function main(argv: readonly string[]): Promise<number> {
  const t = translator(process.env['LANG']?.startsWith('en') ? 'en' : 'pt')
  const words = argv.filter((word, at) => !word.startsWith('-') && !isValueOf(argv, at))
  const command = COMMANDS.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name)
  if (!command || argv.includes('--help')) {
    const lines = (command ? [command] : COMMANDS).map(
      ({ usage, summary }) => `  volante ${usage}\n      ${t(summary)}`,
    )
    const text = `${t('cli.help')}\n\n${lines.join('\n')}\n`
    if (argv.length === 0 || argv.includes('--help')) process.stdout.write(text)
    else process.stderr.write(`${t('cli.unknown', { command: words.join(' ') })}\n\n${text}`)
    return argv.length === 0 || argv.includes('--help') ? 0 : 2
  }

  let parsed
  try {
    parsed = parseArgs({
      args: [...argv],
      options: { ...command.options, ...OPTIONS },
      allowPositionals: true,
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n  volante ${command.usage}\n`)
    return 2
  }
  const { values, positionals } = parsed
  if (typeof values['data'] === 'string') process.env['VOLANTE_DATA'] = fromCaller(values['data'])

  const named = values['operator']
  const ofHost = command.name.startsWith('hosted ') || typeof named === 'string'
  try {
    if (!ofHost) {
      const host = typeof values['data'] === 'string' ? null : hostFolder()
      // Without a name an empty installation would be made beside the host's, and found to be well.
      if (host !== null && !command.needsNoInstallation) throw new UsageError(t('cli.hosted.sayOperator'))
      restrictToOwner(host ?? dataPath())
    }
    const args = positionals.slice(command.name.split(' ').length)
    const run = () => command.run({ args, options: values, t, fromCaller })
    const answer =
      typeof named === 'string' && !command.name.startsWith('hosted ')
        ? await (await import('./cli/hosted.ts')).asOneOf(named, t, run)
        : await run()
    if (values['json']) process.stdout.write(`${JSON.stringify(answer.json)}\n`)
    else if (answer.text) process.stdout.write(`${safeForTerminal(answer.text)}\n`)
    return answer.failed ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n  volante ${command.usage}\n`)
      return 2
    }
    if (error instanceof Cancelled) {
      process.stderr.write(`${t('cli.cancelled')}\n`)
      return CANCELLED
    }
    const trouble = placeTrouble(error, t)
    if (trouble !== null) {
      process.stderr.write(`${safeForTerminal(trouble)}\n`)
      return 1
    }
    const refusal = isDiskFull(error) ? new Refusal('disk.full') : error
    if (!(refusal instanceof Refusal)) throw error
    const message = refusalSentence(t, refusal.code, refusal.params) ?? refusal.code
    if (values['json'])
      process.stdout.write(`${JSON.stringify({ error: { code: refusal.code, message, params: refusal.params } })}\n`)
    process.stderr.write(`${safeForTerminal(message)}\n`)
    return 1
  } finally {
    await (await import('#db/client.server.ts')).closeDatabase()
  }
}

/** What every command takes besides its own. */
const OPTIONS: Command['options'] = {
  json: { type: 'boolean' },
  data: { type: 'string' },
  operator: { type: 'string' },
  help: { type: 'boolean' },
}

const WITH_VALUE = new Set(
  [OPTIONS, ...COMMANDS.map(({ options }) => options)]
    .flatMap((options) => Object.entries(options))
    .filter(([, { type }]) => type === 'string')
    .map(([name]) => `--${name}`),
)

/** Whether the word at a place is the value of the option before it (`--data DIR`). */
function isValueOf(argv: readonly string[], at: number): boolean {
  return WITH_VALUE.has(argv[at - 1] ?? '')
}

/** A path as the caller meant it: npm runs us in the project's folder and says where it was called from. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

process.exitCode = await main(process.argv.slice(2))
