import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { currentWork, isWaitedFor } from '#platform/work.ts'
import type { Store } from './store.ts'

/** Bytes of one part of a long upload; what is shorter goes in one request. Two parts at a time are in memory. */
const PART = 8 * 1024 * 1024
/** Milliseconds until a connection stands, and between two signs of life of an answer. */
const CONNECT = 5_000
const SILENCE = 30_000
/**
 * Milliseconds that somebody who waits for a page waits for the store, tries and all: for an answer, for the next piece, and until a file lies
 * there. A change holds a connection of the database meanwhile, and a store that hangs must not take all of them.
 */
export const FOR_A_PAGE = { answer: 5_000, piece: 10_000, file: 20_000 }
/** Where long files are sent somebody waits too, and what stands in front of a site keeps a connection for a minute. */
export const FOR_LONG_FILES = { ...FOR_A_PAGE, file: 45_000 }
type Patience = keyof typeof FOR_A_PAGE

/** Who enters. `null` is whom the machine itself is (a role, a profile): the SDK looks for that. */
export type BucketKey = { id: string; secret: string; token: string | null }
export type BucketPlace = {
  bucket: string
  prefix: string
  endpoint: string | null
  region: string | null
  key: BucketKey | null
}

/**
 * Objects in a bucket that speaks S3: Amazon's own, or another one at `endpoint` (Google's by its interoperable door). The SDK is no package of every
 * installation: it is loaded here, where a bucket is set.
 */
export function bucketStore(place: BucketPlace): Store {
  const { bucket, prefix, endpoint } = place
  const keyOf = (name: string) => `${prefix}${name}`
  const opened = openBucket(place)
  const host = endpoint === null ? 's3.amazonaws.com' : hostOf(endpoint)
  const guarded = <T>(limit: Patience, work: (signal: AbortSignal) => Promise<T>) =>
    withReachability(() => callOut('files', host, () => within(limit, work)))
  // Whoever asks first hears of a fault; nobody else's process ends of it.
  opened.catch(() => undefined)

  return {
    name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    head: (name, count) =>
      guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        const asked = { Bucket: bucket, Key: keyOf(name), Range: `bytes=0-${count - 1}` }
        const found = await client.send(new sdk.GetObjectCommand(asked), { abortSignal }).catch((error: unknown) => {
          if (isAbsent(error)) return null
          throw error
        })
        if (found === null) return null
        const head = (await found.Body?.transformToByteArray()) ?? new Uint8Array()
        const [, size] = /\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
        // A store says of which part of how much it answers.
        if (size === undefined) throw noStore()
        return { size: Number(size), head: head.subarray(0, count) }
      }),
    read: async function* (name) {
      const body = await guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }), {
          abortSignal,
        })
        return Body as Readable
      })
      const pieces = body.iterator()
      try {
        for (;;) {
          const { done, value } = await within('piece', () => pieces.next())
          if (done) return
          yield value as Uint8Array
        }
      } catch (error) {
        throw isUnreachable(error) ? unreachable(error) : error
      } finally {
        body.destroy()
      }
    },
    put: async (name, path) => {
      try {
        await guarded('file', async (signal) => {
          const { client, Upload } = await opened
          const params = { Bucket: bucket, Key: keyOf(name), Body: createReadStream(path) }
          // Parts that were sent are taken away again where the upload ends half-way.
          const upload = new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false })
          signal.addEventListener('abort', () => void upload.abort())
          const { ETag } = await upload.done()
          if (ETag === undefined) throw noStore()
        })
      } finally {
        await rm(path, { force: true })
      }
    },
    remove: (name) =>
      guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }), { abortSignal })
      }),
  }
}

/** What this work does within its time, where somebody waits for it; the signal says that it is over. */
async function within<T>(patience: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  if (!isWaitedFor()) return work(controller.signal)
  const limit = (currentWork() === 'long' ? FOR_LONG_FILES : FOR_A_PAGE)[patience]
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error(`The store took longer than ${limit} ms.`), { code: 'ETIMEDOUT' }))
    controller.abort()
  }, limit)
  try {
    return await Promise.race([work(controller.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Opened = {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
  Upload: typeof import('@aws-sdk/lib-storage').Upload
}

async function openBucket({ endpoint, region, key }: BucketPlace): Promise<Opened> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const settings: S3ClientConfig = {
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(region === null ? {} : { region }),
    ...(key === null ? {} : { credentials: credentialsOf(key) }),
    // What is sent is sealed and proved when it is read: sums of the SDK's own are refused by stores that are not Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: SILENCE },
  }
  return { client: new sdk.S3Client(settings), sdk, Upload }
}

function credentialsOf({ id, secret, token }: BucketKey) {
  return { accessKeyId: id, secretAccessKey: secret, ...(token === null ? {} : { sessionToken: token }) }
}

async function withReachability<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? unreachable(error) : error
  }
}

function unreachable(error: unknown): Refusal {
  log.error({ err: error }, 'the store of files did not answer')
  return new Refusal('store.unreachable')
}

/** Whatever stands in front and says yes to all, as the page of a gateway does, has nothing and took nothing. */
function noStore(): Error {
  return Object.assign(new Error('What answered is no store.'), { code: 'ENOSTORE' })
}

function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket'
}

/** The store is away, refuses us, has no such bucket, or is not well: nothing that who asks can put right. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Refusal || !(error instanceof Error)) return false
  if (statusOf(error) !== null) return !isAbsent(error)
  return (
    error.name === 'TimeoutError' ||
    error.name === 'CredentialsProviderError' ||
    'code' in error ||
    isUnreachable(error.cause)
  )
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode ?? null
}
