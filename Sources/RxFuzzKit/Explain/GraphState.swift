/// Everything that a model of a running graph remembers at one moment. A value: states are compared,
/// hashed and gone back to.
struct GraphState: Hashable {
  /// Nodes that come to life in one run before the model gives up on it.
  static let instancesMax = 1_000
  /// Observers of one feed or subject in one run before the model gives up on it.
  static let slotsMax = 64

  struct Lane: Hashable {
    /// The innermost frame is last.
    var stack: [Frame] = []
    /// What cold sources subscribed on this thread have still to emit.
    var tasks: [Task] = []
  }

  /// An event that waits for its turn at a node.
  struct Queued: Hashable, BitwiseCopyable {
    var input: Int
    var event: ModelEvent
    /// The instance of the input's root that emitted it; for what makes a sequence the latest one, that one's.
    var origin = 0
    /// It is an element that makes a sequence the latest one.
    var starts: Bool {
      guard case .next = event else { return false }
      return input == 0
    }
  }

  struct Node: Hashable {
    var memory = OperatorStage.Memory()
    /// It has emitted a terminal event, or its leaf has accepted one.
    var hasEnded = false
    /// What it emits to wants nothing more of it.
    var isCut = false
    /// An error is on its way there, so that all it has subscribed may be released.
    var releasesInputs = false
    /// For the root of a block: the instance of the node that subscribed it, or the hub of its connection.
    var parent = -1
    /// It has ended, and what follows it is still to be decided: the number of an input, or -1.
    var successor = -1
    /// The lane that drains its queue, or -1.
    var owner = -1
    var queue: [Queued] = []
    /// It has left its subject's list of observers.
    var hasLeft = false
  }

  struct Subscription: Hashable {
    /// `subscribe` has returned.
    var isSubscribed = false
    /// A dispose has reached the handle.
    var isDisposalRequested = false
    /// Nothing more passes to the observer.
    var isClosed = false
    /// But for what these lanes were about then, as bits: until they have nothing left to do.
    var admitted: UInt16 = 0
    /// Elements pass to the observer no more, ends do.
    var takesEndsOnly = false
    /// Nothing more passes any of its nodes.
    var isUnwound = false
    /// A terminal event has reached the observer or is about to.
    var hasEnded = false
  }

  /// A piece of work that waits for its turn at a subject.
  enum SubjectWork: Hashable, BitwiseCopyable {
    case event(ModelEvent)
    case add(Place)
  }

  struct FeedState: Hashable {
    /// Who listens, in the order in which events reach them.
    var slots: [Place] = []
    /// Bits of the slots that get events.
    var published: UInt64 = 0
    /// The lane that drains a subject's queue, or -1.
    var owner = -1
    var queue: [SubjectWork] = []
    /// The terminal event of a subject.
    var ending: ModelEvent?
    /// The elements that a subject remembers.
    var memory: [Int] = []
    /// The leaf or the sharing node that says how it behaves; -1 where the graph does not name it.
    var node = -1
  }

  /// What all who subscribe a node with one connection have in common.
  struct Share: Hashable {
    /// The subject in between: its index among the feeds, or -1.
    var hub = -1
    /// The root of the connection's instance, or -1.
    var connection = -1
    /// How many of that connection's listeners have not left.
    var joined = 0
    /// Who made or found that connection and closes it, where they are not counted.
    var holders: [Place] = []
    /// It never connects again.
    var hasEnded = false
    /// The lane that opens and closes connections, or -1.
    var owner = -1
    /// The roots of the connections to open.
    var queue: [Place] = []
  }

  /// What a subscribed feed holds.
  struct Attachment: Hashable, BitwiseCopyable {
    /// As the trace counts it.
    var number: Int
    var place: Place
    var isDetached = false
  }

  /// A moment of a clock at which a node wants to be woken.
  struct Appointment: Hashable, BitwiseCopyable {
    var place: Place
    var clock: Int
    var due: Int
    /// What it is for.
    var tag: Int
  }

  struct Timer: Hashable, BitwiseCopyable {
    var place: Place
    var fired: Int
  }

  var lanes: [Lane]
  var subscriptions: [Subscription]
  /// The nodes of everything that has been subscribed.
  var instances: [Node] = []
  var feeds: [FeedState]
  /// By the position of their node among those that share.
  var shares: [Share]
  var attachments: [Attachment] = []
  /// What hands events over to a queue.
  var handOvers: [Place] = []
  /// What acts when its clock says so.
  var clocks: [Place] = []
  /// Subscriptions of a node's input that wait for a scheduler queue.
  var jobs: [Place] = []
  var timers: [Timer] = []
  /// What each clock shows that only `advance` moves, in milliseconds; empty in real time.
  var times: [Int] = []
  /// What waits for such a clock; of those due at the same time the first one comes first.
  var agenda: [Appointment] = []
  /// The race is over and everything is being disposed.
  var isTearingDown = false
  /// Something would have grown beyond a bound; the state says nothing any more.
  var isExceeded = false

  /// The state before anything happens, with the driver about to make the implied subscriptions.
  init(_ graph: GraphModel) {
    lanes = Array(repeating: Lane(), count: graph.laneCount)
    feeds = (0..<graph.feedCount).map { feed in
      FeedState(
        memory: graph.leaf(ofFeed: feed)?.start.elements ?? [],
        node: graph.firstLeaves[feed] ?? -1)
    }
    shares = Array(repeating: Share(), count: graph.sharers.count)
    if graph.script.scenario.isVirtual {
      times = Array(repeating: 0, count: ScenarioLimits.schedulerQueuesMax)
    }
    subscriptions = Array(repeating: Subscription(), count: graph.subscriptions.count)
    for subscription in subscriptions.indices {
      _ = instantiate(0, of: graph, subscription: subscription, parent: -1)
    }
    // Shared connections belong to nobody whom a dispose could reach.
    if !shares.isEmpty { subscriptions.append(Subscription(isDisposalRequested: true)) }
    for number in graph.script.implied.reversed() {
      guard let index = graph.index(ofSubscription: number) else { continue }
      beginSubscribing(index, lane: 0, root: graph.blocks[0].count * index)
    }
  }

  /// Puts the making of a subscription on a lane's stack.
  mutating func beginSubscribing(_ subscription: Int, lane: Int, root: Int) {
    lanes[lane].stack.append(.subscribed(subscription: subscription))
    lanes[lane].stack.append(
      .subscribe(Place(subscription: subscription, node: 0, instance: root)))
  }

  /// Brings a block of nodes to life and returns the place of its root.
  mutating func instantiate(
    _ root: Int, of graph: GraphModel, subscription: Int, parent: Int
  ) -> Place {
    let place = Place(subscription: subscription, node: root, instance: instances.count)
    if instances.count > Self.instancesMax { isExceeded = true }
    for node in graph.blocks[root] { instances.append(Node(memory: graph.nodes[node].start)) }
    instances[place.instance].parent = parent
    return place
  }

  subscript(place: Place) -> Node {
    _read { yield instances[place.instance] }
    _modify { yield &instances[place.instance] }
  }
}
