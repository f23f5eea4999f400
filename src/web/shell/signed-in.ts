/** The cookie that tells scripts of cached pages to ask who is signed in. It proves nothing. */
export const SIGNED_IN = 'volante-in'
