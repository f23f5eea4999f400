import { z } from 'zod'

/* Answers of the service, as far as we read them. Unknown fields are ignored, so that a newer service can be read;
   whole numbers come as texts (int64 in JSON). */

const factor = z.object({
  mfaEnrollmentId: z.string(),
  displayName: z.string().optional(),
  enrolledAt: z.string().optional(),
})

export const tokensAnswer = z.object({ idToken: z.string(), refreshToken: z.string() })

export const signInAnswer = z.object({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
  mfaPendingCredential: z.string().optional(),
  mfaInfo: z.array(factor).default([]),
  needConfirmation: z.boolean().optional(),
  /** Error inside a 200 answer (sign-in by another provider). */
  errorMessage: z.string().optional(),
})

/** A sign-in that waits for its second factor. */
export const pendingAnswer = z.object({ mfaPendingCredential: z.string(), mfaInfo: z.array(factor) })

export const renewalAnswer = z.object({ id_token: z.string(), refresh_token: z.string() })

export const updateAnswer = z.object({ idToken: z.string().optional(), refreshToken: z.string().optional() })

export const createdAnswer = z.object({ localId: z.string() })

export const record = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  disabled: z.boolean().default(false),
  customAttributes: z.string().optional(),
  createdAt: z.string().optional(),
  lastLoginAt: z.string().optional(),
  /** In seconds: sign-ins before this moment are void. */
  validSince: z.string().optional(),
  providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
  mfaInfo: z.array(factor).default([]),
})

export const lookupAnswer = z.object({ users: z.array(record).default([]) })
export const listAnswer = z.object({ users: z.array(record).default([]), nextPageToken: z.string().optional() })

export const uploadAnswer = z.object({
  error: z.array(z.object({ index: z.number().default(0), message: z.string() })).default([]),
})

export const codeAnswer = z.object({
  requestType: z.string().optional(),
  email: z.string().optional(),
  newEmail: z.string().optional(),
})
export const linkAnswer = z.object({ oobCode: z.string().optional(), oobLink: z.string().optional() })

export const totpAnswer = z.object({
  totpSessionInfo: z.object({
    sharedSecretKey: z.string(),
    verificationCodeLength: z.number().default(6),
    periodSec: z.number().default(30),
    hashingAlgorithm: z.string().default('SHA1'),
    sessionInfo: z.string(),
  }),
})

export const policyAnswer = z.object({
  customStrengthOptions: z
    .object({
      minPasswordLength: z.number().optional(),
      maxPasswordLength: z.number().optional(),
      containsLowercaseCharacter: z.boolean().optional(),
      containsUppercaseCharacter: z.boolean().optional(),
      containsNumericCharacter: z.boolean().optional(),
      containsNonAlphanumericCharacter: z.boolean().optional(),
    })
    .default({}),
})

export const recaptchaAnswer = z.object({
  /** As `projects/P/keys/SITE`; absent where no key was made. */
  recaptchaKey: z.string().optional(),
  recaptchaEnforcementState: z.array(z.object({ provider: z.string(), enforcementState: z.string() })).default([]),
})

export const projectAnswer = z.object({ projectId: z.string(), authorizedDomains: z.array(z.string()).default([]) })

export const anything = z.unknown()
