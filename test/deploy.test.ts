import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const place = mkdtempSync(join(tmpdir(), 'volante-deploy-'))
afterAll(() => rmSync(place, { recursive: true }))

test('a command of the server has the settings as the service reads them, and runs nothing of them', () => {
  const settings = join(place, 'volante.env')
  mkdirSync(join(place, 'scripts'))
  writeFileSync(
    join(place, 'scripts', 'volante.cjs'),
    'console.log(JSON.stringify([process.argv.slice(2), process.env]))',
  )
  writeFileSync(
    settings,
    `# nothing\nMAIL_FROM=Frota $(touch ${place}/ran) <a@b.pt>\nAPP_SECRET="two words="\nBACKUP_PASSPHRASE='a "b" $c'\nVOLANTE_DATA=/srv/x`,
  )
  const env = {
    PATH: process.env['PATH'],
    VOLANTE_PROGRAM: place,
    VOLANTE_SETTINGS: settings,
    VOLANTE_USER: userInfo().username,
  }
  const said = execFileSync('sh', ['deploy/volante', 'users', 'create-admin', 'a b'], { env, encoding: 'utf8' })
  const [args, seen] = JSON.parse(said)
  expect(args).toEqual(['users', 'create-admin', 'a b'])
  expect(seen).toMatchObject({
    NODE_ENV: 'production',
    MAIL_FROM: `Frota $(touch ${place}/ran) <a@b.pt>`,
    APP_SECRET: 'two words=',
    BACKUP_PASSPHRASE: 'a "b" $c',
    VOLANTE_DATA: '/srv/x',
    INIT_CWD: process.cwd(),
  })
})
