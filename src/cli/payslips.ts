import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readWeek, weekName } from '#domain/week.ts'
import { walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import { type Answer, type Call, needed } from './command.ts'
import { watched } from './work.ts'

export async function writePayslips({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const out = needed(options['out'], t)
  const folder = fromCaller(out)
  await mkdir(folder, { recursive: true })
  const payslips: { ref: string; name: string }[] = []
  await watched(weekName(week), options, t, async (onProgress) => {
    for await (const { ref, name, bytes } of walkWeekPayslips(week, onProgress)) {
      await writeFile(join(folder, name), bytes)
      payslips.push({ ref, name })
    }
  })
  return {
    json: { week: args[0], files: payslips.map(({ ref, name }) => ({ ref, file: name })) },
    text: t('cli.payslipsWritten', { count: payslips.length, path: out }),
  }
}
