/** Messages are two or three lines each on a phone: fewer on a page than records of one line. */
export const MESSAGES_A_PAGE = 25
