BEGIN TRANSACTION;
CREATE TABLE boards (
	id INTEGER NOT NULL,
	board TEXT NOT NULL,
	name TEXT NOT NULL,
	CONSTRAINT pk_boards PRIMARY KEY (id),
	CONSTRAINT uq_boards_board UNIQUE (board)
);
INSERT INTO "boards" VALUES(1,'board','club');
CREATE TABLE journals (
	id INTEGER NOT NULL,
	board INTEGER,
	lineage INTEGER NOT NULL,
	source TEXT,
	digest VARCHAR(64),
	CONSTRAINT pk_journals PRIMARY KEY (id),
	CONSTRAINT fk_journals_board FOREIGN KEY(board) REFERENCES boards (id),
	CONSTRAINT uq_journals_board_lineage UNIQUE (board, lineage),
	CONSTRAINT uq_journals_digest UNIQUE (digest)
);
INSERT INTO "journals" VALUES(1,1,1,NULL,NULL);
CREATE TABLE losses (
	journal INTEGER NOT NULL,
	first BIGINT NOT NULL,
	count BIGINT NOT NULL,
	CONSTRAINT pk_losses PRIMARY KEY (journal, first, count),
	CONSTRAINT fk_losses_journal FOREIGN KEY(journal) REFERENCES journals (id)
)
 WITHOUT ROWID

;
CREATE TABLE matches (
	id INTEGER NOT NULL,
	journal INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	kept BIGINT NOT NULL,
	CONSTRAINT pk_matches PRIMARY KEY (id),
	CONSTRAINT fk_matches_journal FOREIGN KEY(journal) REFERENCES journals (id),
	CONSTRAINT uq_matches_journal_seq UNIQUE (journal, seq)
);
INSERT INTO "matches" VALUES(1,1,1,1000);
CREATE TABLE records (
	journal INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	kind VARCHAR(16) NOT NULL,
	text TEXT NOT NULL,
	CONSTRAINT pk_records PRIMARY KEY (journal, seq),
	CONSTRAINT fk_records_journal FOREIGN KEY(journal) REFERENCES journals (id)
)
 WITHOUT ROWID

;
INSERT INTO "records" VALUES(1,1,'header','{"tierce":1,"game":"gin","players":["Ana","Luc"],"dealer":0,"rules":{"target":60}}');
INSERT INTO "records" VALUES(1,2,'event','{"t":37400,"seat":0,"press":"deal"}');
INSERT INTO "records" VALUES(1,3,'event','{"t":37400,"zone":"discard","in":["7H"]}');
INSERT INTO "records" VALUES(1,4,'event','{"t":40800,"seat":1,"press":"pass"}');
INSERT INTO "records" VALUES(1,5,'outcome','{"t":40800,"event":"turn","seat":1,"took":"none","laid":0,"hand":10}');
CREATE TABLE tierce_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT tierce_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "tierce_version" VALUES('0001');
CREATE INDEX ix_records_journal_kind_seq ON records (journal, kind, seq);
COMMIT;
