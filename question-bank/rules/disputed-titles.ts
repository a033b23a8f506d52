import type { CategoryId, Question } from '../question.ts';

const OF_AFRICAN_CUP = /\bafcon\b|\bafrican? (nations )?cup\b/i;
/** The women's cup of 2025, played in 2025, is not disputed. */
const OF_WAFCON = /\bWAFCON\b/;
const OF_2025 = /\b(2025|2026)\b/;
const OF_A_WINNER =
  /\b(w[io]ns?|winning|winners?|champions?|lift(s|ed)?|titles?|trophy|crowned|victor(y|ious)|holders?|runners?-up|finish(ed)?|came (first|second)|took|gold)\b/i;
/** Who claims that title: nobody can count theirs. */
const OF_CLAIMANTS_TITLES =
  /\b(how (many|often)|titles)\b.*\b(senegal|morocco)\b|\b(senegal|morocco)\b.*\btitles\b/i;
const OF_A_FINAL = /(?<!-)\bfinal\b/i;
/** The matches of that edition before the final are not disputed. */
const OF_A_MATCH = /\b(match(es)?|semi-finals?|quarter-finals?|round of \d+|group)\b/i;

/** True for a question about the winner of the 2025 African Cup of Nations, which nobody knows. */
export function asksOfCup2025({ category, question, fact }: Question): boolean {
  return [question, fact].some((text) => {
    const ofCup = category === 'african-cup-of-nations' || OF_AFRICAN_CUP.test(text);
    if (ofCup && OF_CLAIMANTS_TITLES.test(text) && OF_A_WINNER.test(text)) return true;
    if (!ofCup || !OF_2025.test(text) || OF_WAFCON.test(question)) return false;
    return OF_A_FINAL.test(text) || (OF_A_WINNER.test(text) && !OF_A_MATCH.test(text));
  });
}

/** Seasons whose title was taken away and given to nobody, or to another club later. */
const TAKEN_TITLES: Readonly<Partial<Record<CategoryId, RegExp>>> = {
  'serie-a':
    /\b(2004[-/](20)?05|2005[-/](20)?06)\b|\b(serie a|scudetto|italian)\b.*\b(2005|2006)\b(?!-)/i,
  'ligue-1': /\b1992[-/](19)?93\b|\b(ligue 1|french)\b.*\b1993\b(?!-)/i,
};
const OF_A_TITLE =
  /\b(won|win|winners?|champions?|titles?|first place|top of|scudetto|(finish(ed)?|came) (first|top)|took|crowned)\b/i;
const OF_TAKING = /\b(stripped|taken|revoked|withdrawn|scandal)\b/i;

/** True for a question about the winner of a title that was taken away, unless of the taking. */
export function asksOfTakenTitle({ category, question, fact }: Question): boolean {
  return [question, fact].some((text) => {
    const ofSeason = TAKEN_TITLES[category]?.test(text) ?? false;
    return ofSeason && OF_A_TITLE.test(text) && !OF_TAKING.test(text);
  });
}
