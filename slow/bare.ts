/**
 * A Debian 12 with nothing but the packages that the README names: without its libraries a sentence, with them `npm
 * start` by an ordinary user, in a folder with spaces and accents, with Debian's own npm. `npm run slow -- bare` as
 * root, with `mmdebstrap`; needs the network. `VOLANTE_BARE=test` runs `npm test` there as well.
 */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PORT = '4399'
const HOME = '/home/pessoa'
const CLONE = `${HOME}/Área de trabalho/volante`

/** The packages of a README line `sudo apt-get install …`. */
function packagesOf(line: RegExp): string[] {
  const match = line.exec(readFileSync('README.md', 'utf8'))
  if (!match?.[1]) throw new Error(`The README has no line ${line}.`)
  return match[1].trim().split(/\s+/)
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`)
}

const needed = packagesOf(/apt-get install (npm .*)/)
const forTests = packagesOf(/apt-get install (chromium\S*)/)
const root = mkdtempSync(join(tmpdir(), 'volante-bare-'))
const mounted: string[] = []

/** Runs a command as the ordinary user in the bare system; answers its output. */
function asPerson(command: string, settings: Record<string, string> = {}) {
  const set = Object.entries({
    HOME,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    PORT,
    ...passedOn(),
    ...settings,
  }).map(([name, value]) => `${name}=${value}`)
  const inside = `cd '${CLONE}' && ${command}`
  const child = spawn('chroot', ['--userspec=pessoa:pessoa', root, 'env', '-i', ...set, 'sh', '-c', inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece
      process.stdout.write(piece)
    })
  const ends = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ends, said: () => text }
}

/** The settings by which this machine reaches the registry, where it has any: its own certificates and the address. */
function passedOn(): Record<string, string> {
  const names = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NPM_CONFIG_REGISTRY', 'CI']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`✓ ${what}`)
}

try {
  // Leave one library out at first, as somebody who forgot it.
  const first = needed.filter((name) => name !== 'libatomic1')
  run(
    'mmdebstrap',
    '--variant=apt',
    '--dpkgopt=force-unsafe-io',
    `--include=${[...first, 'ca-certificates'].join(',')}`,
    'bookworm',
    root,
  )
  for (const place of ['proc', 'dev', 'sys']) {
    run('mount', '--rbind', `/${place}`, join(root, place))
    mounted.push(join(root, place))
  }
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates && existsSync(certificates)) copyFileSync(certificates, join(root, certificates))
  run('chroot', root, 'useradd', '--create-home', '--home-dir', HOME, 'pessoa')
  mkdirSync(join(root, CLONE, '..'), { recursive: true })
  run('git', 'clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, join(root, CLONE))
  run('chroot', root, 'chown', '-R', 'pessoa:pessoa', HOME)

  const without = asPerson('npm start')
  expectThat((await without.ends) === 1, 'without libatomic1 it does not start')
  expectThat(/apt-get install libatomic1/.test(without.said()), 'and says what to install')
  expectThat(!existsSync(join(root, CLONE, 'node_modules')), 'before anything was downloaded')

  run('chroot', root, 'apt-get', 'update', '-qq')
  run('chroot', root, 'apt-get', 'install', '-y', '-qq', 'libatomic1')
  const begun = Date.now()
  const site = asPerson('exec npm start')
  while (
    !(await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (site.child.exitCode !== null || Date.now() - begun > 900_000) throw new Error('It did not come up.')
    await pause(200)
  }
  console.log(`up after ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  expectThat(
    /^v?18\./.test(spawnSync('chroot', [root, 'node', '--version'], { encoding: 'utf8' }).stdout),
    'on Node 18',
  )
  const second = asPerson('npm start')
  await second.ends
  expectThat(/4399/.test(second.said()), 'a second start says where the first is')
  expectThat(!/Installing|Bringing/.test(second.said()), 'and installs nothing under it')
  site.child.kill('SIGTERM')
  await site.ends

  if (process.env['VOLANTE_BARE'] === 'test') {
    const noBrowser = asPerson('npm test')
    expectThat((await noBrowser.ends) === 1 && /chromium/.test(noBrowser.said()), 'without a Chromium the tests say so')
    run('chroot', root, 'apt-get', 'install', '-y', '-qq', ...forTests)
    const tests = asPerson('npm test')
    expectThat((await tests.ends) === 0, 'the tests pass')
    expectThat(!/npm ci/.test(tests.said()), 'and their tools came beside what was there')
  }
} finally {
  for (const place of mounted.toReversed()) spawnSync('umount', ['--recursive', '--lazy', place])
  // Never delete through a mount that stayed.
  const { stdout } = spawnSync('findmnt', ['--list', '--noheadings', '--output', 'TARGET'], { encoding: 'utf8' })
  if (!stdout.includes(root)) rmSync(root, { recursive: true, force: true })
}
