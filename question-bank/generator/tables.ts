/** The tables of `facts/`, each with the columns that templates use. */
export const TABLES = {
  league_champions:
    'league season end_year champion runner_up points runner_up_points goals_for disputed note',
  season_tables: 'league season end_year pos team gf ga lost won points adjustment safe',
  season_superlatives: 'league season end_year superlative team value',
  league_movements: 'league season end_year new_this_season not_in_next_season note',
  league_records: 'league scope record holder value season data_span suggested_level',
  league_matches: 'league season date home away home_goals away_goals tags',
  league_top_scorers: 'competition season player nationality club goals shared note',
  title_winning_managers: 'competition season champion manager',
  club_titles: 'competition club titles seasons',
  clubs: 'club league city stadium founded nickname',
  derbies: 'league derby team_a team_b',
  // The facts that pictures are drawn from: home shirts, flags, line-ups, and each player's clubs
  // in the order in which he joined them.
  club_colours: 'club pattern colour second',
  flags: 'country bands colours weights marks',
  line_ups: 'of team match formation players keepers states',
  careers: 'player clubs',
  famous_players: 'player country position clubs_big5 other_clubs active_2026',
  basic_facts: 'category fact answer',
  cup_finals:
    'competition season date winner runner_up winner_goals runner_up_goals after_extra_time penalties venue city winner_country format',
  final_goalscorers: 'competition season team player own_goal',
  semi_finalists: 'competition year team',
  shootouts: 'competition year date stage winner loser shootout',
  ucl_knockouts: 'season round winner loser aggregate',
  ucl_big_matches: 'season round home away home_goals away_goals date',
  world_cup_matches:
    'year date stage home away home_goals away_goals shootout_winner home_scorers away_scorers',
  afcon_matches:
    'edition date stage home away home_goals away_goals shootout_winner home_scorers away_scorers disputed',
  nigeria:
    'competition year date stage home away home_goals away_goals shootout_winner home_scorers away_scorers',
  tournament_hosts:
    'competition year hosts teams winner runner_up third fourth top_scorers top_goals note',
  tournament_goalscorers: 'competition year player team goals top_scorer outright',
  tournament_records: 'competition record holder value detail',
  all_time_scorers: 'competition player team goals tournaments',
  hat_tricks: 'competition year player team opponent goals stage',
  national_team_records: 'competition team tournaments first titles title_years years',
  national_team_nicknames: 'team nickname africa',
  afcon_awards: 'year award player team',
  // Questions worded by hand, one per row. The answers of basic_questions are in basic_facts, under
  // the same `fact`. The rows of sourced_questions name their own sources.
  basic_questions: 'of fact level asks answer wrong states canChange',
  sourced_questions: 'template of key level asks answer wrong states source canChange',
  // Stories worded by hand, by kind. The level of a story depends on how well it is known in
  // Nigeria.
  told_questions:
    'kind of key famous recent told asks answer wrong alsoRight states source canChange',
} as const;

type TableName = keyof typeof TABLES;
/** The tables that questions name as the source of their fact. */
export type FactTable = Exclude<
  TableName,
  'basic_questions' | 'sourced_questions' | 'told_questions'
>;

/** The columns that identify a row of a table. */
export const ROW_NAMES = {
  league_champions: 'league season',
  season_tables: 'league season team',
  season_superlatives: 'league season superlative',
  league_movements: 'league season',
  league_records: 'league record holder season',
  league_matches: 'league date home',
  league_top_scorers: 'competition season player',
  title_winning_managers: 'competition season',
  club_titles: 'competition club',
  clubs: 'league club',
  derbies: 'league derby',
  club_colours: 'club',
  flags: 'country',
  line_ups: 'of team match',
  careers: 'player',
  famous_players: 'player',
  basic_facts: 'category fact',
  cup_finals: 'competition season',
  final_goalscorers: 'competition season team player',
  semi_finalists: 'competition year team',
  shootouts: 'competition date winner',
  ucl_knockouts: 'season round loser',
  ucl_big_matches: 'season date home',
  world_cup_matches: 'date home',
  afcon_matches: 'date home',
  nigeria: 'competition date',
  tournament_hosts: 'competition year',
  tournament_goalscorers: 'competition year player',
  tournament_records: 'competition record holder',
  all_time_scorers: 'competition player',
  hat_tricks: 'competition year player opponent',
  national_team_records: 'competition team',
  national_team_nicknames: 'team',
  afcon_awards: 'year award',
} as const satisfies Record<FactTable, string>;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** One row of a table. Its cells are text, and blank if the source does not have the value. */
export type Row<Table extends TableName> = Readonly<Record<Words<(typeof TABLES)[Table]>, string>>;

/** All tables of `facts/`. */
export type Facts = { readonly [Table in TableName]: readonly Row<Table>[] };

/**
 * The source of a fact: the table and the cells that name its row, as in "league_champions EPL
 * 2003-04". A question keeps its source, so that it can be traced to its fact.
 */
export function rowName<Table extends FactTable>(
  table: Table,
  row: Readonly<Record<Words<(typeof ROW_NAMES)[Table]>, string>>,
): string {
  const columns = ROW_NAMES[table].split(' ') as Words<(typeof ROW_NAMES)[Table]>[];
  return [table, ...columns.map((column) => row[column])].filter((cell) => cell !== '').join(' ');
}
