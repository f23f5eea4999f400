import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const modeOf = (path: string) => statSync(path).mode & 0o777

test.skipIf(process.platform === 'win32')(
  'a data folder that others could read is closed with all that lies in it, and what is made later is closed too',
  () => {
    const data = mkdtempSync(join(tmpdir(), 'volante-open-'))
    const folders = [data, join(data, 'files'), join(data, 'files', 'ab')]
    const files = [join(data, 'secret'), join(data, 'files', 'ab', 'iban.xml')]
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    for (const file of files) writeFileSync(file, 'x', { mode: 0o644 })
    for (const folder of folders) chmodSync(folder, 0o755)

    // In a process of its own, for a thread of tests has no umask to change.
    const script = `
      const { restrictToOwner } = await import(${JSON.stringify(join(import.meta.dirname, 'private-folder.ts'))})
      restrictToOwner(${JSON.stringify(data)})
      const { writeFileSync } = await import('node:fs')
      writeFileSync(${JSON.stringify(join(data, 'files', 'later.xml'))}, 'x')`
    execFileSync(process.execPath, ['--input-type=module', '-e', script])

    expect(folders.map(modeOf)).toEqual([0o700, 0o700, 0o700])
    expect([...files, join(data, 'files', 'later.xml')].map(modeOf)).toEqual([0o600, 0o600, 0o600])
  },
)
