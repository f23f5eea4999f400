import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import type { Store } from './store.ts'

/** Bytes of one part of a long upload; what is shorter goes in one request. Two parts at a time are in memory. */
const PART = 8 * 1024 * 1024
/** Milliseconds until a connection stands, and between two signs of life of an answer. */
const CONNECT = 5_000
const SILENCE = 30_000

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
  const guarded = <T>(work: () => Promise<T>) => withReachability(() => callOut('files', host, work))
  // Whoever asks first hears of a fault; nobody else's process ends of it.
  opened.catch(() => undefined)

  return {
    name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    head: (name, count) =>
      guarded(async () => {
        const { client, sdk } = await opened
        const found = await client
          .send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name), Range: `bytes=0-${count - 1}` }))
          .catch((error: unknown) => {
            if (isAbsent(error)) return null
            throw error
          })
        if (found === null) return null
        const head = (await found.Body?.transformToByteArray()) ?? new Uint8Array()
        const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength)
        return { size, head: head.subarray(0, count) }
      }),
    read: async function* (name) {
      const stream = await guarded(async () => (await opened).disk.getStream(keyOf(name)))
      try {
        for await (const piece of stream) yield piece as Uint8Array
      } catch (error) {
        throw isUnreachable(error) ? unreachable(error) : error
      } finally {
        stream.destroy()
      }
    },
    put: async (name, path) => {
      try {
        await guarded(async () => {
          const { client, Upload } = await opened
          const params = { Bucket: bucket, Key: keyOf(name), Body: createReadStream(path) }
          // Parts that were sent are taken away again where the upload ends half-way.
          await new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false }).done()
        })
      } finally {
        await rm(path, { force: true })
      }
    },
    remove: (name) => guarded(async () => (await opened).disk.delete(keyOf(name))),
  }
}

type Opened = {
  client: S3Client
  disk: Disk
  sdk: typeof import('@aws-sdk/client-s3')
  Upload: typeof import('@aws-sdk/lib-storage').Upload
}

async function openBucket({ bucket, endpoint, region, key }: BucketPlace): Promise<Opened> {
  const [sdk, { Upload }, { Disk: BucketDisk }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('flydrive'),
    import('flydrive/drivers/s3'),
  ])
  const settings: S3ClientConfig = {
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(region === null ? {} : { region }),
    ...(key === null ? {} : { credentials: credentialsOf(key) }),
    // What is sent is sealed and proved when it is read: sums of the SDK's own are refused by stores that are not Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT,
      requestTimeout: SILENCE,
      socketTimeout: SILENCE,
    },
  }
  const client = new sdk.S3Client(settings)
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return { client, disk: new BucketDisk(driver), sdk, Upload }
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

function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404
}

/** The store is away, refuses us, or is not well: nothing that who asks can put right. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Refusal || !(error instanceof Error)) return false
  const status = statusOf(error)
  if (status !== null) return status === 401 || status === 403 || status === 429 || status >= 500
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
